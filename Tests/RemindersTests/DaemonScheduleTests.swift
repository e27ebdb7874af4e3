import CivilTime
import Planning
import Testing

private func at(_ seconds: Int64) -> Instant { Instant(secondsSinceEpoch: seconds) }

/// Which job the daemon runs next, or until when it sleeps; midnight is at 1000.
@Suite struct DaemonScheduleTests {
    private func planned(at now: Int64 = 0) -> DaemonSchedule {
        var schedule = DaemonSchedule()
        schedule.hasPlanned(at: at(now), until: at(1000))
        return schedule
    }

    private func view(_ now: Int64, due: Int64? = nil, held: Int64? = nil) -> DaemonSchedule.View {
        DaemonSchedule.View(now: at(now), due: due.map(at), held: held.map(at))
    }

    @Test(
        arguments: [
            // now, due, held: the expected job, or else the end of the sleep
            (10, nil, nil, nil, 1000),
            (10, 500, nil, nil, 500),
            (10, 2000, nil, nil, 1000),
            (500, 500, nil, .deliver, nil),
            (600, 500, nil, .deliver, nil),
            (1000, nil, nil, .plan, nil),
            (1000, 900, nil, .plan, nil),
            // The clock was set back to before the last planning.
            (-1, nil, nil, .plan, nil),
            (-1, -5, nil, .plan, nil),
            // The state of notifications that a plugin holds is queried a minute after their time.
            (10, nil, 300, nil, 360),
            (359, nil, 300, nil, 360),
            (360, nil, 300, .plan, nil),
            (10, 320, 300, nil, 320),
        ] as [(Int64, Int64?, Int64?, DaemonSchedule.Job?, Int64?)]
    )
    func afterAPlanning(now: Int64, due: Int64?, held: Int64?, deed: DaemonSchedule.Job?, sleep: Int64?) {
        let view = view(now, due: due, held: held)
        #expect(planned().deed(view) == deed)
        if let sleep { #expect(planned().wakeUp(view) == at(sleep)) }
    }

    @Test func theFirstJobIsPlanning() {
        #expect(DaemonSchedule().deed(view(5, due: 1)) == .plan)
    }

    @Test func aChangeTriggersPlanningAndRetriesOverdueDeliveries() {
        var schedule = planned()
        schedule.hasDelivered(at: at(500))
        #expect(schedule.deed(view(500, due: 500)) == nil)
        schedule.change()
        #expect(schedule.deed(view(510, due: 500)) == .plan)
        schedule.hasPlanned(at: at(510), until: at(1000))
        #expect(schedule.deed(view(510, due: 500)) == .deliver)
    }

    /// Another process may hold a lease, or the disk may be full: the daemon must not spin.
    @Test func overdueDeliveriesAreRetriedAfterAPause() {
        var schedule = planned()
        schedule.hasDelivered(at: at(500))
        #expect(schedule.deed(view(500, due: 400)) == nil)
        #expect(schedule.wakeUp(view(500, due: 400)) == at(560))
        #expect(schedule.deed(view(560, due: 400)) == .deliver)
        // The next notification does not wait for it.
        #expect(schedule.deed(view(501, due: 501)) == .deliver)
    }

    @Test func aPluginThatFiresLateIsQueriedEachMinute() {
        let schedule = planned(at: 360)
        #expect(schedule.deed(view(361, held: 300)) == nil)
        #expect(schedule.wakeUp(view(361, held: 300)) == at(420))
    }

    @Test func failedPlanningIsRetried() {
        var schedule = DaemonSchedule()
        schedule.failedToPlan(at: at(5))
        #expect(schedule.deed(view(6)) == nil)
        #expect(schedule.wakeUp(view(6)) == at(65))
        #expect(schedule.deed(view(65)) == .plan)
    }
}
