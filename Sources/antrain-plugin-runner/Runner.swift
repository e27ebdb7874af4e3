@main
enum Runner {
    static func main() {}
}
