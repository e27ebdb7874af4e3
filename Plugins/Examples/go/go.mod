module antrain.example/gofile

go 1.19
