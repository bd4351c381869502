module atrium

go 1.26
