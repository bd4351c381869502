// Serves one xterm at a time on the standard streams. A request is a letter, the
// length of what follows (four bytes, big-endian) and that many bytes:
//
//	N cols,rows,scrollback   a new terminal
//	R cols,rows              resize it
//	W bytes                  output of a program
//	G                        answered with its state: a length and JSON
'use strict';

const { Terminal } = require('@xterm/headless');
const { Unicode11Addon } = require('@xterm/addon-unicode11');

// widthOf is how many columns a code point takes.
let widthOf;
new Unicode11Addon().activate({ unicode: { register: (provider) => { widthOf = (code) => provider.wcwidth(code); } } });

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function isOneCluster(text) {
  const [first] = segmenter.segment(text);
  return first.segment === text;
}

// clusters tells xterm which code points share a cell, by the clusters of ICU,
// and how wide they are together: its own addon for that finds no width beyond
// the first plane.
const clusters = {
  version: 'clusters',
  text: '', // of the cluster printed last
  wcwidth: widthOf,
  charProperties(code, preceding) {
    const ch = String.fromCodePoint(code);
    const joins = preceding !== 0 && code >= 0x300 && isOneCluster(this.text + ch);
    const before = preceding >> 1 & 3;
    this.text = joins ? this.text + ch : ch;
    const width = joins ? widthWith(code, before) : widthOf(code);
    return 1 << 3 | width << 1 | (joins ? 1 : 0);
  },
};

// widthWith is the width of a cluster that was so wide before code was added.
function widthWith(code, before) {
  const flag = code >= 0x1f1e6 && code <= 0x1f1ff;
  return code === 0xfe0f || flag ? 2 : Math.max(before, widthOf(code));
}

let term;

function start(cols, rows, scrollback) {
  if (term) term.dispose();
  term = new Terminal({ cols, rows, scrollback, allowProposedApi: true, reflowCursorLine: true, logLevel: 'off' });
  term.unicode.register(clusters);
  term.unicode.activeVersion = clusters.version;
}

// attributes is a bit for each rendition, in the order of package vt.
function attributes(cell) {
  const bits = [cell.isBold(), cell.isDim(), cell.isItalic(), cell.isBlink(),
    cell.isInverse(), cell.isInvisible(), cell.isStrikethrough(), cell.isOverline()];
  return bits.reduce((all, set, i) => all | (set ? 1 << i : 0), 0);
}

// underlineStyle looks behind what xterm tells of a link, which is always dashed.
function underlineStyle(cell) {
  return cell.hasExtendedAttrs() && cell.extended.urlId ? cell.extended._ext >> 26 & 7 : cell.getUnderlineStyle();
}

// whiteUnderline is how xterm notes that the colour was reset; it cannot be told
// from a white one.
const whiteUnderline = 0x3ffffff;

function underlineColor(cell) {
  if (!cell.hasExtendedAttrs() || !underlineStyle(cell) || cell.getWidth() === 0) return 0;
  const noted = cell.extended.underlineColor;
  return noted === whiteUnderline ? 0 : noted;
}

function color(mode, value) { return mode === 0 ? 0 : mode + value; }

// columns are the cells of a line, one list for each of their values; a list of
// what a plain blank has is left out.
function columns(line, cell) {
  const all = { text: [], width: [], fg: [], bg: [], attr: [], underline: [] };
  for (let x = 0; x < term.cols; x++) {
    line.getCell(x, cell);
    all.text.push(cell.getChars());
    all.width.push(cell.getWidth());
    all.fg.push(color(cell.getFgColorMode(), cell.getFgColor()));
    all.bg.push(color(cell.getBgColorMode(), cell.getBgColor()));
    all.attr.push(attributes(cell) | underlineStyle(cell) << 8);
    all.underline.push(underlineColor(cell));
  }
  const plain = { text: '', width: 1, fg: 0, bg: 0, attr: 0, underline: 0 };
  for (const name in plain) {
    if (all[name].every((value) => value === plain[name])) delete all[name];
  }
  return all;
}

function state() {
  const buffer = term.buffer.active;
  const lines = [];
  const cell = buffer.getNullCell();
  for (let y = 0; y < buffer.length; y++) {
    lines.push(columns(buffer.getLine(y), cell));
  }
  return { cols: term.cols, rows: term.rows, x: buffer.cursorX, y: buffer.cursorY, scrollback: buffer.baseY, lines };
}

function numbers(body) { return body.toString().split(',').map(Number); }

function answer(value) {
  const body = Buffer.from(JSON.stringify(value));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  process.stdout.write(Buffer.concat([length, body]));
}

function obey(kind, body) {
  switch (kind) {
    case 'N': return start(...numbers(body));
    case 'R': return term.resize(...numbers(body));
    case 'W': return term._core.writeSync(new Uint8Array(body));
    case 'G': return answer(state());
  }
  throw new Error(`no request is called ${kind}`);
}

let unread = Buffer.alloc(0);

process.stdin.on('data', (chunk) => {
  unread = unread.length ? Buffer.concat([unread, chunk]) : chunk;
  while (unread.length >= 5) {
    const end = 5 + unread.readUInt32BE(1);
    if (unread.length < end) return;
    obey(String.fromCharCode(unread[0]), unread.subarray(5, end));
    unread = unread.subarray(end);
  }
});
