import Foundation
import TestSupport
import Testing

/// A calendar of more than 16 MiB, which antrain does not read completely: nothing of it is imported.
@Suite struct LargeImportTests {
    @Test func nothingIsImported() throws {
        let home = try Home.ready()
        let header =
            "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE\n"
        let row = "2026-11-20 08:00:00,\"W\",1h,\"Squat (Barbell)\",1,60,5,0,0,\"\",\"\",\n"
        try home.folder.write("big.csv", header + String(repeating: row, count: (17 << 20) / row.utf8.count))
        let run = try home.antrain("import ics big.csv")
        #expect(run.status == 74 && run.errors.contains("it is larger than 16 MiB"), "\(run)")
    }
}
