import { expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from './contracts.ts'
import { openapi } from './openapi.ts'

const Paths = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) }))),
})

test('whatever writes may find that somebody else was faster, what reads may not', () => {
  for (const methods of Object.values(Paths.parse(openapi(contracts, '1')).paths))
    for (const [method, { responses }] of Object.entries(methods)) expect('409' in responses).toBe(method !== 'get')
})
