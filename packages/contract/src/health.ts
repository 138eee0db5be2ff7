import { z } from 'zod'
import { Done } from './http/fields.ts'
import { routes } from './http/route.ts'

const Part = z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })
export const Health = z.object({ ready: z.boolean(), version: z.string(), parts: z.array(Part) })

export const health = routes({
  health: { method: 'GET', path: '/health', summary: 'Are all parts there? 503 until they are', access: 'open', reply: Health },
  reportError: {
    method: 'POST',
    path: '/error/fe',
    summary: 'A screen broke: tell the server; who it was is taken from the session',
    access: 'open',
    body: z.strictObject({
      userId: z.string().max(40).optional(),
      error: z.string().max(2000),
      errorInfo: z.string().max(6000).optional(),
    }),
    reply: Done,
  },
})
