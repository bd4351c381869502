package atrium_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// source is one file of the tree.
type source struct {
	path string // from the root, with slashes
	text string
	ast  *ast.File // nil unless it is Go
}

func (s source) dir() string  { return path.Dir(s.path) }
func (s source) isTest() bool { return strings.HasSuffix(s.path, "_test.go") }

// testOnly tells whether the file belongs to a package that only tests use.
func testOnly(dir string) bool {
	name := path.Base(dir)
	return strings.HasSuffix(name, "test") || name == "modelapi" || name == "stubagent" || name == "oracle"
}

// tool tells whether dir holds a program that is run from the source tree and
// is no part of the product.
func tool(dir string) bool {
	return dir == "internal/demo" || dir == "bench" || strings.HasPrefix(dir, "bench/")
}

// product tells whether the file is compiled into atrium.
func (s source) product() bool { return !s.isTest() && !testOnly(s.dir()) && !tool(s.dir()) }

// placed returns the package of the table that the file belongs to.
func (s source) placed() (place, bool) {
	name, inside := strings.CutPrefix(s.dir(), "internal/")
	p, known := places[name]
	return p, inside && known && s.product()
}

// touchesSystem tells whether the file may use clocks, goroutines and locks.
func (s source) touchesSystem() bool {
	p, known := s.placed()
	return !s.product() || s.dir() == "cmd/atrium" || known && p.layer == system
}

// findings collects what is wrong, with where and why.
type findings struct {
	set  *token.FileSet
	list []string
}

func (f *findings) add(where, what, why string) {
	f.list = append(f.list, fmt.Sprintf("%s: %s: %s", where, what, why))
}

func (f *findings) at(s source, pos token.Pos, what, why string) {
	f.add(fmt.Sprintf("%s:%d", s.path, f.set.Position(pos).Line), what, why)
}

// check returns everything that is wrong with the files.
func check(files map[string]string) []string {
	f := &findings{set: token.NewFileSet()}
	var sources []source
	for _, name := range slices.Sorted(maps.Keys(files)) {
		s := source{path: name, text: files[name]}
		if strings.HasSuffix(name, ".go") {
			s.ast = f.parse(s)
		}
		sources = append(sources, s)
	}
	checkDocs(f, sources)
	for _, s := range sources {
		checkWords(f, s)
		if s.ast != nil {
			checkPlace(f, s)
			checkImports(f, s)
			checkCalls(f, s)
			checkExported(f, s)
		}
	}
	return f.list
}

func (f *findings) parse(s source) *ast.File {
	parsed, err := parser.ParseFile(f.set, s.path, s.text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		f.add(s.path, err.Error(), "what cannot be read cannot be checked")
		return nil
	}
	return parsed
}

// checkDocs demands one package doc for each package that is not only tests.
func checkDocs(f *findings, sources []source) {
	docs := map[string]int{}
	for _, s := range sources {
		if s.ast == nil || s.isTest() {
			continue
		}
		docs[s.dir()] += 0
		if s.ast.Doc != nil {
			docs[s.dir()]++
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(docs)) {
		if n := docs[dir]; n != 1 {
			f.add(dir, fmt.Sprintf("%d package docs", n), "one paragraph says what a package owns and may not do")
		}
	}
}

func checkWords(f *findings, s source) {
	for i, line := range strings.Split(s.text, "\n") {
		for word, why := range forbiddenWords {
			if strings.Contains(line, word) {
				f.add(fmt.Sprintf("%s:%d", s.path, i+1), strconv.Quote(word), why)
			}
		}
	}
}

func checkPlace(f *findings, s source) {
	if slices.Contains(drawers, strings.TrimSuffix(s.ast.Name.Name, "_test")) {
		f.at(s, s.ast.Name.Pos(), "package "+s.ast.Name.Name, "a drawer fills with what nobody wanted to name")
	}
	name, inside := strings.CutPrefix(s.dir(), "internal/")
	if inside && s.product() && places[name].why == "" {
		f.add(s.path, "package "+name+" is not in the table", "a package without a place has no walls")
	}
}

func checkImports(f *findings, s source) {
	for _, spec := range s.ast.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		what := "imports " + imported
		if local, ours := strings.CutPrefix(imported, module); ours {
			if why := wall(s, local); why != "" {
				f.at(s, spec.Pos(), what, why)
			}
		} else if why := outerWall(s, imported); why != "" {
			f.at(s, spec.Pos(), what, why)
		}
	}
}

// wall says why the file may not import the module's package at dir, or "".
func wall(s source, dir string) string {
	p, known := s.placed()
	switch {
	case testOnly(dir) && s.product():
		return "what stands in for the world in tests must not be part of the product"
	case !known:
		return ""
	case slices.Contains(strings.Fields(p.may), strings.TrimPrefix(dir, "internal/")):
		return ""
	}
	return p.why
}

// outerWall says why the file may not import a package of another module, or "".
func outerWall(s source, imported string) string {
	p, known := s.placed()
	if !known {
		return ""
	}
	if p.layer != system && under(imported, systemImports) {
		return inward
	}
	if p.layer == pure && under(imported, lockImports) {
		return inward
	}
	return ""
}

// under tells whether imported is one of the roots or below one.
func under(imported string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return imported == root || strings.HasPrefix(imported, root+"/")
	})
}

func checkCalls(f *findings, s source) {
	names := importNames(s.ast)
	ast.Inspect(s.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return !f.maySleep(s, n)
		case *ast.SelectorExpr:
			if pkg, ok := n.X.(*ast.Ident); ok && names[pkg.Name] != "" {
				checkSelector(f, s, n.Pos(), names[pkg.Name], n.Sel.Name)
			}
		case *ast.GoStmt:
			if p, known := s.placed(); known && p.layer == pure {
				f.at(s, n.Pos(), "go statement", inward)
			}
		}
		return true
	})
}

// maySleep tells whether a function of a test may sleep: it polls a condition
// that it is given the name of, as nothing tells when a process is gone, or it
// runs on the clock of a synctest bubble, which stands still for it.
func (f *findings) maySleep(s source, d *ast.FuncDecl) bool {
	if !s.isTest() {
		return false
	}
	body := s.text[f.set.Position(d.Pos()).Offset:f.set.Position(d.End()).Offset]
	return d.Name.Name == "await" || strings.Contains(body, "inBubble(") || strings.Contains(s.text, `"testing/synctest"`)
}

// importNames maps the names by which a file knows packages to their paths.
func importNames(file *ast.File) map[string]string {
	names := map[string]string{}
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		name := path.Base(imported)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = imported
	}
	return names
}

// checkSelector looks at one use of a name of an imported package.
func checkSelector(f *findings, s source, pos token.Pos, pkg, name string) {
	what := pkg + "." + name
	switch {
	case what == "time.Sleep" && s.isTest():
		f.at(s, pos, what, "a test waits for a named condition (func await), or it is slow and fails at random")
	case pkg == "time" && slices.Contains(clockCalls, name) && !s.touchesSystem():
		f.at(s, pos, what, "time arrives as an argument, so that a test can choose it")
	case (what == "runtime.GOOS" || what == "runtime.GOARCH") && !s.isTest():
		f.at(s, pos, what, "what a system can do is told by a file of its own, not by a branch")
	case pkg == "os" && slices.Contains(diskCalls, name) && s.product() && diskWriters[s.dir()] == "":
		f.at(s, pos, what, "a crash in the middle leaves half a file; package durable is the writer of state")
	case speaks(pkg, name) && s.product() && s.dir() != "cmd/atrium":
		f.at(s, pos, what, "only cmd/atrium speaks to people, by the rules at the top of say.go")
	}
}

func speaks(pkg, name string) bool {
	return pkg == "fmt" && strings.HasPrefix(name, "Print") || pkg == "os" && (name == "Stdout" || name == "Stderr")
}

// checkExported demands a doc for every exported name of the product.
func checkExported(f *findings, s source) {
	if s.isTest() {
		return
	}
	for _, decl := range s.ast.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && d.Doc == nil && receiverExported(d) && !slices.Contains(selfEvident, d.Name.Name) {
				f.at(s, d.Pos(), "func "+d.Name.Name+" has no doc", undocumented)
			}
		case *ast.GenDecl:
			checkSpecs(f, s, d)
		}
	}
}

// selfEvident are methods whose doc would repeat that of their interface.
var selfEvident = []string{"Error", "Unwrap", "String"}

const undocumented = "an exported name is a promise, and the promise is its doc"

func receiverExported(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	kind := d.Recv.List[0].Type
	if star, ok := kind.(*ast.StarExpr); ok {
		kind = star.X
	}
	name, ok := kind.(*ast.Ident)
	return ok && name.IsExported()
}

// checkSpecs looks at types, constants and variables; a doc on their group, or
// a comment behind a name, is a doc.
func checkSpecs(f *findings, s source, d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if spec.Name.IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
				f.at(s, spec.Pos(), "type "+spec.Name.Name+" has no doc", undocumented)
			}
		case *ast.ValueSpec:
			if spec.Names[0].IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
				f.at(s, spec.Pos(), spec.Names[0].Name+" has no doc", undocumented)
			}
		}
	}
}
