import type { Edit } from './hook.ts'

/** The engine broken on purpose, in one place each. */
export interface Mutant {
  readonly name: string
  /** What it breaks, in a few words. */
  readonly breaks: string
  readonly edits: readonly Edit[]
}

const mutant = (name: string, breaks: string, file: string, find: string, replace: string): Mutant => ({
  name,
  breaks,
  edits: [{ file: `packages/rules/src/${file}`, find, replace }],
})

export const mutants: readonly Mutant[] = [
  mutant('no-off-delay', 'a line is released as soon as it is not met', 'alarms/line.ts', 'line.clear + OFF_DELAY', 'line.clear'),
  mutant(
    'min-on-ignored',
    'shortest times on and off bind nobody',
    'templates/relay.ts',
    'relay.since + (relay.on ? minOn : minOff) * SECOND',
    'relay.since',
  ),
  mutant(
    'interlock-forgotten',
    'heating and cooling do not wait for each other',
    'templates/double.ts',
    'other.off === NEVER || other.off === -1 ? other.off : other.off + c.changeOver * SECOND',
    '-1',
  ),
  mutant(
    'late-evaluated',
    'a reading older than the engine time is evaluated',
    'step.ts',
    'input.ts < state.ts) return',
    'input.ts < 0) return',
  ),
  mutant(
    'no-reassert',
    'a forced schedule lets others have its outputs',
    'templates/scheduler.ts',
    'const isDue = (outlet.resumed || due) && !edges.includes(at)',
    'const isDue = false',
  ),
  mutant('greater-or-equal', 'greater also means equal', 'values/compare.ts', 'return difference > 0', 'return difference >= 0'),
  mutant(
    'unknown-goes-on',
    'an unknown value does not cancel a running permanence',
    'alarms/line.ts',
    '  if (!line.held) line.since = NEVER\n}',
    '}',
  ),
  mutant(
    'unknown-releases',
    'a held line is released when its sensor is lost',
    'alarms/line.ts',
    "line.raw = 'UNKNOWN'\n  line.clear = NEVER",
    "line.raw = 'UNKNOWN'\n  line.clear = line.held ? line.since : NEVER",
  ),
  mutant(
    'repeats-unknown',
    'repetitions are not held back while the value is unknown',
    'alarms/notifications.ts',
    "line.due !== NEVER && (line.raw !== 'UNKNOWN' || line.count === 0)",
    'line.due !== NEVER',
  ),
  mutant(
    'reopened-counts-anew',
    'a reopened event counts its notifications from the start',
    'templates/alarm.ts',
    '    reopenEvent(event, kind)\n',
    '    reopenEvent(event, kind)\n    for (const line of own.lines) resetNotifications(line)\n',
  ),
  mutant(
    'one-more',
    'people are told once more than the limit says',
    'alarms/notifications.ts',
    'count >= settings.notificationLimit &&',
    'count > settings.notificationLimit &&',
  ),
  mutant(
    'critical-silenced',
    'the limit silences a critical line too',
    'alarms/notifications.ts',
    'count >= settings.notificationLimit && !critical',
    'count >= settings.notificationLimit',
  ),
  mutant(
    'reopens-for-long',
    'an event is gone on with long after it closed',
    'alarms/event.ts',
    'export const REOPEN_WITHIN = 600 * SECOND',
    'export const REOPEN_WITHIN = 900 * SECOND',
  ),
  mutant(
    'never-back',
    'an event that was closed too early does not come back',
    'alarms/event.ts',
    'event.closed + REOPEN_AFTER :',
    'NEVER :',
  ),
  mutant(
    'no-rule-delay',
    'an event opens without its delay',
    'alarms/event.ts',
    'event.since + ruleDelay * SECOND',
    'event.since + 0 * ruleDelay * SECOND',
  ),
  mutant(
    'slew-fraction-lost',
    'a level forgets the fraction of its way with every look',
    'outputs/slew.ts',
    'const reached = resting ? slew.level : positionOf(slew, ts, perMinute)',
    'const reached = slew.level',
  ),
  mutant('slew-ignored', 'a level moves at once', 'outputs/slew.ts', 'perMinute === 0 ? Infinity', 'perMinute >= 0 ? Infinity'),
  mutant(
    'offsets-ignored',
    'the clock on the wall is never put forward or back',
    'values/localTime.ts',
    'if (offset.from > ts) break\n    minutes',
    'if (offset.from > 0) break\n    minutes',
  ),
  mutant(
    'hour-by-utc',
    'set-points follow whole hours from somewhere else',
    'templates/cycle.ts',
    'Math.floor(second / 3600) / 24',
    'Math.ceil(second / 3600) / 24',
  ),
  mutant(
    'never-stale',
    'a sensor that says nothing any more is believed for ever',
    'inputs/inputState.ts',
    'input.due = input.stale === 0 ? NEVER : ts + input.stale\n  return true',
    'input.due = NEVER\n  return true',
  ),
  mutant(
    'not-safe',
    'without a sensor everything stays as it is',
    'templates/thermostat.ts',
    'if (lost) switchRelay(own, c.safeValue',
    'if (lost && ts < 0) switchRelay(own, c.safeValue',
  ),
  mutant(
    'hold-ignored',
    'a rule writes although a person has the output',
    'outputs/outlets.ts',
    'if (outlet.hold !== NEVER) continue',
    '',
  ),
  mutant(
    'timer-first',
    'a timer comes before a reading of its instant',
    'step.ts',
    'if (!slept && !isNew) catchUp(body, state, template, ts - 1, out)',
    'if (!slept && !isNew) catchUp(body, state, template, ts, out)',
  ),
  mutant(
    'max-on-ignored',
    'an alarm keeps its outputs on for ever',
    'templates/actuation.ts',
    'isOn(own) && inputs.maxOnTime > 0',
    'isOn(own) && inputs.maxOnTime < 0',
  ),
  mutant(
    'roll-over',
    'a meter that starts again counts nothing',
    'inputs/counter.ts',
    "value: rolledOver, flag: 'ROLLOVER'",
    "value: 0, flag: 'ROLLOVER'",
  ),
  mutant(
    'dip',
    'a meter that trembles counts its whole register',
    'inputs/counter.ts',
    "value: 0, flag: 'DIP'",
    "value: after, flag: 'DIP'",
  ),
  mutant('not-adopted', 'a new limit waits for the next reading', 'step.ts', '  template.adopted?.(body, state, ts)\n', ''),
  mutant(
    'share-of-cycle',
    'a ventilation cycle runs for half of its share',
    'templates/proportional.ts',
    '(c.cycleTime * level) / c.minSpeed',
    '(c.cycleTime * level) / c.minSpeed / 2',
  ),
  mutant(
    'left-on',
    'an alarm that ends leaves on what it switched on',
    'templates/actuation.ts',
    'if (isDue) writeOutlets({ id: ruleId }',
    'if (isDue && ts < 0) writeOutlets({ id: ruleId }',
  ),
  mutant(
    'orphaned',
    'other conditions forget the event that is open',
    'templates/alarm.ts',
    'own.event = handOver(before.event, ts)',
    'own.event = noEvent()',
  ),
  mutant(
    'never-proven',
    'an event that other conditions took over never closes by itself',
    'templates/alarm.ts',
    'unproven === true && clear !== NEVER ?',
    'unproven === true && clear < 0 ?',
  ),
  mutant(
    'end-of-dates',
    'a limit by date holds a day too long',
    'templates/cloud.ts',
    'if (today > dayOf(cycleEndDate)) return OFF',
    'if (today > dayOf(cycleEndDate) + 1) return OFF',
  ),
]
