import { z } from 'zod'
import { Id, many } from '../http/fields.ts'
import { routes } from '../http/route.ts'
import { Command, Interface, Value } from './interfaceShapes.ts'

/** The entity, the terminal and the interface of a path. */
export const interfacePlace = z.object({ e: Id, t: Id, i: Id })

/** What screens that are not about interfaces ask of them, too. */
export const interfaceViews = routes({
  byIds: {
    method: 'GET',
    path: '/interfaces',
    summary: 'Interfaces by ids; ids out of reach are left out',
    access: 'interfaces.read',
    query: z.object({ ids: many(Id) }),
    reply: z.array(Interface),
  },
  actuate: {
    method: 'POST',
    path: '/interfaces/:e/terminals/:t/interfaces/:i/actuate',
    summary: 'Send a command to an output; it answers SENT, the live stream tells what became of it',
    access: 'interfaces.actuate',
    params: interfacePlace,
    body: z.strictObject({
      value: Value,
      /** Milliseconds that the command stays valid on its way: 1 to 30 s. */
      ttl: z.number().int().min(1_000).max(30_000).default(8_000),
      /** Milliseconds that it overrides a rule: at most 24 h. */
      hold: z.number().int().min(0).max(86_400_000).default(1_800_000),
    }),
    reply: Command,
    refusals: ['TERMINAL_NOT_CONNECTED', 'TERMINAL_NOT_PROVISIONED', 'TERMINAL_UPDATING'],
  },
  command: {
    method: 'GET',
    path: '/interfaces/commands/:id',
    summary: 'What became of a command',
    access: 'interfaces.read',
    params: z.object({ id: z.string().regex(/^[0-9A-Z]{26}$/, 'id') }),
    reply: Command,
  },
})
