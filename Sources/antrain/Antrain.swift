import ArgumentParser

@main
struct Antrain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "antrain",
        abstract: "Reminds you of the workout that your training program has for you."
    )
}
