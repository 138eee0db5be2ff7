import { z } from 'zod'
import { Id, many, Stamp } from '../http/fields.ts'
import { Command, Value } from './interfaceShapes.ts'
import { MAX_INTERFACES } from './readings.ts'
import { routes } from '../http/route.ts'
import { DeploymentStatus } from '../rules/deploymentStatus.ts'

/** What one tab hears: values of the interfaces that it asked for, and changes of what lies within its reach. */
/** A value as it is measured. */
export const ReadingMessage = z.object({
  type: z.literal('reading'),
  interfaceId: Id,
  value: Value,
  timestampUtc: Stamp,
  good: z.boolean(),
})
export type ReadingMessage = z.infer<typeof ReadingMessage>

export const LiveMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), atUtc: Stamp }),
  ReadingMessage,
  z.object({ type: z.literal('command'), command: Command }),
  z.object({ type: z.literal('terminal'), terminalId: Id, connected: z.boolean(), provisionStatus: z.string() }),
  z.object({ type: z.literal('rule'), ruleId: Id, deploymentStatus: DeploymentStatus }),
  z.object({ type: z.literal('event'), eventId: Id, status: z.string() }),
  z.object({ type: z.literal('batch'), batchId: Id }),
  z.object({ type: z.literal('task'), taskId: Id }),
  z.object({ type: z.literal('ping'), atUtc: Stamp }),
])
export type LiveMessage = z.infer<typeof LiveMessage>

export const live = routes({
  stream: {
    method: 'GET',
    path: '/live',
    summary: 'The live stream of one tab (server-sent events)',
    access: 'session',
    query: z.object({ interfaceIds: many(Id, MAX_INTERFACES).optional() }),
    reply: { stream: LiveMessage },
  },
})
