/// The names of the texts of reminders, and of what commands say about them.
///
/// `MessageCatalog.word` finds the texts of states and kinds by their raw values.
public enum MessageKey: String, Sendable, Hashable, CaseIterable {
    // MARK: Notifications

    case workoutTitle, workoutBody, workoutBodyTomorrow, workoutBodyYesterday, skippedTime, timeMovedNote
    case workoutBodyLater, restTitle, restBody, followUpTitle, reminderBody, unfinishedTitle, streakWarningTitle
    case streakWarningBody, milestoneTitle, newRecord, newRecords, exerciseRecords, repsWithLoad, recordLoad
    case recordAddedLoad, recordRepetitions, recordEstimatedMax, recordVolume, recordTime, recordDistance
    case recordTimeOverDistance, missedTitle, missedTitleOne, missedBodyOne, whyMissedDay, whySettingsChanged
    case whyActivated, whyDeactivated, whyProgramChanged, whyProgramJumped, whyReminderChanged, whyReplanned,
        missedBody, missedCommands
    case whyLastWorkout, whyMissedDays, summaryTitle, summaryDone, summaryDoneOfOne, summaryVolume, summaryRecords
    case summaryNext, endedTitle, endedLast, endedNext, startAction, doneAction, snoozeAction, skipAction, exercise
    case exercises, and, andBeforeI, aboutDuration, weekOf, deloadWeek, aboutDate, late, lateNote, takeoverNote

    // MARK: Sets and loads

    case setsWithLoad, setsWithCap, setsEvery, setsPerRep, setsOfHalf, repsTotal, repsWithin, atWeight, atShare
    case shareOfTrainingMax
    case shareOfOneRepMax, shareOfTopSet, shareOfLastSet, shareOfLoad, atEffort, atBodyweight, atBodyweightPlus
    case atBodyweightLess, sharePlus, shareLess, orMore, percent, seconds

    case loadChange, sameLoad, changeCompleted, changeCompletedWeek, changeReachedTop, changeBelowTop, changeRepGoal
    case changeFailed, changeFailedOf, changeDeload, changeNextStage, changeRestarted, changeAmrapOne, changeAmrapOther
    case changeCompletedStage, changeFormerStage, changeTotal, changeWorst, unchanged, stepRep, stepReps
    case changeCompletedCycle, changeFailedCycle, changeMaxTest, changeNotTested, changeTopSet, changeExtraRepsOne
    case changeExtraRepsOther, rotation, otherExercise, changeRotated, changeRotatedAt, changeStartedOver
    case changeClimbed, changeSteppedBack, changeOneMoreRep, changeRPE, changeAssumed, changeUnrated
    case once, twice, timesOther

    // MARK: Days and times

    case today, tomorrow, yesterday, onDate, atTime, atOne, minutes, hours, wholeHours

    // MARK: Settings

    case question, enable, notNow, notNowHint, offHint, offWarning, offStatus, on, onAt, setTo, desktopChosen
    case consoleChosen, byDefault, onLine, lastGood, allDays, noDays, oneDay, countOfDays, repeatedFollowUp
    case snoozeLengths, silence, urgentToo

    // MARK: Programs and the queue

    case activated, beginsMidweek, weeksBeginWith, deactivated, keptChoices, activatedInstead, othersActive
    case replaceOthers, trainBoth, cancelChoice, passedToday, daysUntrained, daysFixed, daysTooClose, otherDays
    case addedOne, addedOther, cancelledOne, cancelledOther, keptOne, keptOther, updatedOne, updatedOther, wouldBe

    // MARK: A day

    case dayOffMove, dayOffSkip, dayOffPause, statusDaysOff
    case paused, nothingPlanned, headline, week, deload, optionalWorkout, reminderAt, noReminder, noReminderBecause

    case whyWorkout, whyRestDay, whyNotStarted, whyEnded, whyPausedOpen, whyPausedUntil, whyPausedByProgram, whyTaken
    case whyTakenEarlier, whyMovedHere, whyMovedAway, whyMovedByProgram, whyJumped, whyRepeated, whyDone, whySkipped,
        whyLogged,
        whyPartlyLogged, whyCancelled, whySnoozed
    case whyTime, timeMovedSince, timeMovesOn, timeLater, timeEarlier, workoutsBegan, whyWeekdayOff, whyProgramTime
    case whyFollows, whyHeld, whySkippedByClock, whyFollowsUp, whyUnfinished, whyFormer, whyBeyondHorizon, whyNotRun
    case whyDenied, whyNoRecord, whyCompacted, whyDayOff

    case absentOff, absentWeekday, absentPast, absentDue, absentMissed, absentFailed, absentDropped, sendNow
    case sendNowHint, absentDelivered, absentCame, absentPaused, toResume, absentPausedByProgram, absentCancelled
    case absentDone, absentSkipped, absentStarted, absentUnanswered, absentSnoozed, absentQuiet, absentNoSuchDay
    case absentRestDay, absentEnded, absentOneADay, absentNothing

    // MARK: Status

    case statusNext, statusUnanswered, statusNone, statusWaiting, statusNothing, statusNextIs, statusWaits
    case statusChannel, statusReady, statusNotReady, statusFailedOne, statusFailedOther, statusEnded, statusUpdate
    case statusSender, statusThisMachine, statusOtherMachine, statusTakeover, statusResuming
    case statusOverdue
    case statusMissed, statusPauses, statusTime, statusLastRun, daemonRunning, daemonPlans, statusNeverRan
    case statusFirstRun, statusRecentRun, statusNotRun, nothingRuns, statusDaemon, statusStopped, statusClockSetBack
    case noProgram

    case nothingPending, otherOne, otherMany, otherThousand, nothingPast, nothingMatches, historyCompacted
    case statsDeliveries, statsDeliveriesThrough, statsAllChannels, statsCounts, statsDelay, statsAnswers
    case statsResponse, statsDecisions, statsDecided, statsCompacted, statsWholeMonths
    case statePending = "delivery.state.pending"
    case statePlanned = "delivery.state.planned"
    case stateScheduled = "delivery.state.scheduled"
    case stateOverflow = "delivery.state.overflow"
    case stateLeased = "delivery.state.leased"
    case stateDelivered = "delivery.state.delivered"
    case stateRetrying = "delivery.state.retrying"
    case stateFailed = "delivery.state.failed"
    case stateExpired = "delivery.state.expired"
    case stateMissed = "delivery.state.missed"
    case stateDropped = "delivery.state.dropped"
    case stateReplaced = "delivery.state.replaced"
    case stateCancelled = "delivery.state.cancelled"
    case deliveredOn, missedAt

    // MARK: Answers and actions

    case sentence, done, skipped, answered, comesAgain, moved, pausedUntil, pausedOpen, resumed, cancelledReminder
    case allPrograms, whichOne, allOfThem, confirmDone, confirmSkip, confirmStart, confirmSnooze, wasDone
    case wasDoneAlready, wasSkipped, replacesPlanned, exercisesLogged, logCompletes, partlyLogged, takenBack,
        broughtBack,
        undoQuestion
    case kindActivated = "action.kind.activated"
    case kindDeactivated = "action.kind.deactivated"
    case kindReminderAdded = "action.kind.reminder-added"
    case kindReminderEdited = "action.kind.reminder-edited"
    case kindUnanswered = "action.kind.unanswered"
    case kindSettings = "action.kind.settings"
    case kindStarted = "action.kind.started"
    case kindCompleted = "action.kind.completed"
    case kindSkipped = "action.kind.skipped"
    case kindCancelled = "action.kind.cancelled"
    case kindSnoozed = "action.kind.snoozed"
    case kindPaused = "action.kind.paused"
    case kindResumed = "action.kind.resumed"
    case kindMoved = "action.kind.moved"
    case kindDeleted = "action.kind.deleted"
    case kindOneRepMax = "action.kind.one-rep-max"
    case kindTrainingMax = "action.kind.training-max"
    case kindLoad = "action.kind.load"
    case kindLogged = "action.kind.logged"
    case kindRelogged = "action.kind.relogged"
    case kindUnlogged = "action.kind.unlogged"
    case kindImported = "action.kind.imported"
    case kindReminderImported = "action.kind.reminder-imported"
    case kindMeasured = "action.kind.measured"
    case kindChosen = "action.kind.chosen"
    case kindPreset = "action.kind.preset"
    case kindJumped = "action.kind.jumped"
    case kindPrioritized = "action.kind.prioritized"
    case jumped, jumpedToDay, repeatedAfterFailure, repetitionWithdrawn
    case prioritized, entryLogged, entryCorrected, entryDeleted, entryMissed, valuesSet, oneRepMaxTo, trainingMaxTo
    case loadTo

    // MARK: Calendar

    case calendarPlanned = "calendar.state.planned"
    case calendarDone = "calendar.state.done"
    case calendarMissed = "calendar.state.missed"
    case calendarSkipped = "calendar.state.skipped"
    case calendarNotDone = "calendar.state.not-done"
    case calendarRest = "calendar.state.rest"
    case calendarPaused = "calendar.state.paused"

    // MARK: Reminders of the user's own

    case reminderIs, reminderNotDone, reminderDeleted, noReminders, reminderPast, reminderTwice, reminderNext
    case reminderFrom, repeatDaily, repeatDays, repeatWeekly, repeatTrainingDays, repeatRestDays, repeatDaysBefore
    case repeatMonthly, repeatMonthDay, repeatLastDay, repeatMonthWeekday, repeatLastWeekday
    case repeatBefore, repeatAfter, reminderNoProgram, reminderNoDay, presetHydration, presetBreakfast, presetLunch
    case presetDinner, presetSleep, presetCheckIn, presetWeighIn, presetWeighInNotes, presetStretch, presetQuestion
    case presetAdded, presetNumbers
    case reminderStateOn = "reminder.state.on"
    case reminderStateDone = "reminder.state.done"
    case reminderStateSkipped = "reminder.state.skipped"
    case reminderStatePast = "reminder.state.past"
    case missedSkip, missedShift, missedRepeat, missedLast, planDay, planDays, planReminder, planReminders, planShort
    case planShortFollowUps

    // MARK: Exercises

    case exerciseAliases, exerciseLanguages, exerciseMuscles, exerciseAssisting, exerciseEquipment, exerciseRest
    case exerciseRepetitions, exercisePerSide, exercisePrograms, exerciseProgramActive, exerciseFile, noExercise

    // MARK: Empty states and next steps

    case overviewEmpty, overviewSetup, overviewProgram, overviewTime, overviewSend, nextReminder, noNextReminder
    case deleteQuestion, undoNone, seeWeek, seePending

    // MARK: Sets in the usual notation

    case setWarmUp = "set.kind.warm-up"
    case setDrop = "set.kind.drop"
    case setBackOff = "set.kind.back-off"
    case setsUpTo, bodyweight, roundedFrom, restOf, optional, superset, insteadOf, orExercises, thenExercises
    case missingMax, missingLoad, noComing, label, warning, labeled

    // MARK: The training log and records

    case loggedAsPlanned, logMistake, logManyReps, logHeavy, logTooLight, logLightestUsed, logSkipped, logWithoutEntry
    case logMissingSets, logNew, noEntries, noEntriesMatch, noRecords, noRecordsOf, recordEntry, recordEntries
    case recordOrigin, recordBefore, maxSince, maxTested, maxFromFile, maxReplaced, loadIn, noMaxes

    // MARK: Measurements

    case measureWeight = "measure.weight"
    case measureBodyFat = "measure.body-fat"
    case measureNeck = "measure.neck"
    case measureShoulders = "measure.shoulders"
    case measureChest = "measure.chest"
    case measureWaist = "measure.waist"
    case measureHips = "measure.hips"
    case measureArm = "measure.arm"
    case measureForearm = "measure.forearm"
    case measureThigh = "measure.thigh"
    case measureCalf = "measure.calf"
    case measuredSince = "measure.since"
    case measured = "measure.recorded"
    case measuredInstead = "measure.replaces"
    case noMeasurements = "measure.nothing"

    // MARK: Statistics

    case statsTitle, statsEmpty, statsByWeek, statsLastWeeks, statsByWeekday, statsOf, statsDoneOf, statsSkipped
    case statsMissed, statsInARow, statsNow, statsLongest, statsLifts, statsVolume, statsBodyWeight, statsMuscles
    case statsTarget
    case statsWithin = "stats.target.within"
    case statsBelow = "stats.target.below"
    case statsAbove = "stats.target.above"
    case statsNoSets, statsNoMuscles, statsByReps, statsStrength, statsHypertrophy, statsYear, mapUpTo, mapMissed
    case mapNone

    // MARK: The report

    case reportTitle, reportPeriod, reportMade, reportEstimate, reportNoProgram, reportDone, reportPlanned
    case reportLongest, reportSets, reportWeek, reportWeeks, reportDays, reportInYear, reportDoneSummary
    case reportWorkouts, reportWeekOf, reportDate, reportSetsPerDay, reportYear, reportLifts, reportBodyWeight
    case reportRecords, reportPlan, reportByWeek, reportInWeek, reportFromTo, reportHighest, reportNoValues
    case reportLastOfWeek, reportNumbers, reportWritten

    // MARK: Programs

    case programBy, programSource, programGoal, programLevel, programSchedule, programWeeks
    case goalStrength = "program.goal.strength"
    case goalHypertrophy = "program.goal.hypertrophy"
    case goalEndurance = "program.goal.endurance"
    case goalFitness = "program.goal.general-fitness"
    case levelBeginner = "program.level.beginner"
    case levelIntermediate = "program.level.intermediate"
    case levelAdvanced = "program.level.advanced"
    case scheduleCycle, scheduleRotation, scheduleOwnDays, scheduleAdvancing, programDay, programDays, programsActive
    case programsShipped, programSince, programPriority, programIn, noneActive, programsShow, programsCopy
    case fileMissing = "program.file.missing"
    case fileUnreadable = "program.file.unreadable"
    case fileWrong = "program.file.wrong"
    case fileOther = "program.file.other"
    case searchNear, searchNothing, filterNothing, listAll, withoutOne, withoutOther, nothingChanged, askMax, askLoad
    case chosenAgain, chosenInstead, choiceOn, choiceFrom, choiceFromNow, noChoices

    // MARK: Progressions

    case growLinear, growWeekly, growReduce, growReduceOne, growRepGoal, growDouble, growStages, growRestart
    case growStagesOnSuccess, growStepBackOne, growStepBack, growFirstLoad, growAboveFirst, growAmrap, growTotal,
        growWorst, growAmrapRow, growCycle, growTest,
        growTestFormula, growTestFactors, growTopSet
    case growExtra, growForPhase, growForCycle, growReps, growRPE, growRotate, growBeatOnly, growLadder, growLadderOnly,
        growStagesAfter, growStagesOnly, growNext, growNextAfter, growReturns
    case growNone

    // MARK: Guided workouts

    case guidedTitle, guidedSkips, guidedOthers, guidedPerSide, guidedLastTime, guidedLoad, guidedWeight, guidedSet
    case guidedKindSet, guidedOptional, guidedRepsDone, guidedPlates, guidedEmptyBar, guidedLogChanged, guidedNoUndo
    case guidedReps, guidedNumber, guidedRest, guidedStop, guidedNoOthers, guidedChoose, guidedChoice, guidedStopped
    case guidedExpectsReps, guidedExpectsTime, guidedExpectsDistance

    // MARK: Call to action

    case answerWith, replyWith, presetNumber, guidedHelp
}
