/** Problems that the platform detects: subject type, and prefix of event keys. */
const PROBLEMS = {
  SENSOR_FAULT: { subjectType: 'INTERFACE', prefix: 'fault' },
  OUTPUT_FAULT: { subjectType: 'INTERFACE', prefix: 'unwritten' },
  TERMINAL_SILENT: { subjectType: 'TERMINAL', prefix: 'silent' },
  UPDATE_STALLED: { subjectType: 'TERMINAL', prefix: 'stalled' },
  TERMINAL_DOUBLED: { subjectType: 'TERMINAL', prefix: 'doubled' },
  BAD_PAYLOADS: { subjectType: 'TERMINAL', prefix: 'quarantine' },
  UNSENDABLE: { subjectType: 'TERMINAL', prefix: 'unsendable' },
  STAGE_SILENT: { subjectType: 'STAGE', prefix: 'heartbeat' },
  CHANNEL_STALLED: { subjectType: 'CHANNEL', prefix: 'channel' },
  DRILL_FAILED: { subjectType: 'DRILL', prefix: 'drill' },
  WATER_WARNING: { subjectType: 'BATCH', prefix: 'water' },
  FEED_WARNING: { subjectType: 'BATCH', prefix: 'feed' },
  HEAT_FORECAST: { subjectType: 'BATCH', prefix: 'heat' },
  WITHDRAWAL_BROKEN: { subjectType: 'MOVEMENT', prefix: 'withdrawal' },
} as const

export type Problem = keyof typeof PROBLEMS

export const subjectTypeOf = (problem: Problem) => PROBLEMS[problem].subjectType

/** Event key: one per subject and time, which is the start of the problem in ms, or a day. */
export const problemKey = (problem: Problem, subjectId: string, time: number | string) =>
  `${PROBLEMS[problem].prefix}:${subjectId}:${time}`
