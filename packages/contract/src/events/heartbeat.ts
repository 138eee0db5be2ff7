import { z } from 'zod'
import { Stamp } from '../http/fields.ts'
import { routes } from '../http/route.ts'

/**
 * What a heartbeat passes, in its order: a box of the platform's own, the broker, the journal that stores and acknowledges, the
 * evaluation of rules, the outbox, and the call of an address outside.
 */
export const HEARTBEAT_STAGES = ['BOX', 'BROKER', 'INGEST', 'RULES', 'OUTBOX', 'PROVIDER'] as const
export type HeartbeatStage = (typeof HEARTBEAT_STAGES)[number]
export const HeartbeatStage = z.enum(HEARTBEAT_STAGES)

export const Heartbeat = z.object({
  /** In the order of the path. */
  stages: z.array(
    z.object({
      stage: HeartbeatStage,
      /** When the newest beat that it saw was sent; null: none since the server started. */
      lastUtc: Stamp.nullable(),
      silent: z.boolean(),
    }),
  ),
  /** Messages wait and no open channel gets any out; nobody is called outside meanwhile, the last stage is silent. */
  mute: z.boolean(),
  /** Is somebody outside told of each beat that came through (HEARTBEAT_URL)? */
  outside: z.boolean(),
  /** People in charge of the top level whom a channel reaches; alarms of the platform itself go to them. */
  people: z.number().int(),
  /** The demo asks for neither. */
  demo: z.boolean(),
})
export type Heartbeat = z.infer<typeof Heartbeat>

/** Alarms of the platform itself need somebody besides the one who sleeps. */
export const PEOPLE_NEEDED = 2

export const heartbeat = routes({
  of: {
    method: 'GET',
    path: '/heartbeat',
    summary: 'Does the path of alarms work? When each of its stages saw the last heartbeat',
    access: 'platform.root',
    reply: Heartbeat,
  },
})
