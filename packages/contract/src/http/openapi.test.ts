import { expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '../contracts.ts'
import { openapi } from './openapi.ts'

const document = openapi(contracts, '1')
const Components = z.object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) })
const Operation = z.object({
  'x-access': z.string(),
  security: z.array(z.unknown()),
  parameters: z.array(z.object({ name: z.string().optional(), schema: z.unknown().optional() })),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown().optional() })) }).optional(),
})
const operations = Object.values(
  z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) }).parse(document).paths,
).flatMap(methods => Object.values(methods))

const Paths = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) }))),
})

test('writes may answer 409, reads may not', () => {
  for (const methods of Object.values(Paths.parse(openapi(contracts, '1')).paths))
    for (const [method, { responses }] of Object.entries(methods)) expect('409' in responses).toBe(method !== 'get')
})

test('names the schemas of the contract as components', () => {
  const { schemas } = Components.parse(document).components
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Terminal', 'Rule', 'Interface', 'Event', 'Batch', 'Failure']))
})

test('leads every reference to a component', () => {
  const { schemas } = Components.parse(document).components
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, id]) => id!)
  expect(references.length).toBeGreaterThan(100)
  expect(references.filter(id => !(id in schemas))).toEqual([])
})

test('an open call is documented without a session', () => {
  const open = operations.filter(operation => operation['x-access'] === 'open' || operation['x-access'] === 'link')
  expect(open.length).toBeGreaterThan(0)
  expect(open.every(one => one.security.length === 0)).toBe(true)
  expect(operations.filter(operation => !open.includes(operation)).every(operation => operation.security.length > 0)).toBe(true)
})

test('lists the sizes of a page', () => {
  const sizes = operations.flatMap(({ parameters }) => parameters.filter(({ name }) => name === 'itemsPerPage'))
  expect(sizes.length).toBeGreaterThan(10)
  for (const { schema } of sizes) expect(schema).toMatchObject({ enum: expect.arrayContaining([expect.any(Number)]) })
})

test('requires the JSON part of a multipart body', () => {
  const parts = operations.flatMap(({ requestBody }) => requestBody?.content['multipart/form-data'] ?? [])
  expect(parts.length).toBeGreaterThan(0)
  for (const { schema } of parts) expect(schema).toMatchObject({ required: [expect.any(String)] })
})

test('does not forbid members that a newer platform may answer', () => {
  const { schemas } = Components.parse(document).components
  expect(schemas['Terminal']).not.toHaveProperty('additionalProperties')
})

test('tells a request apart from an answer where they differ, at every call alike', () => {
  const bodies = JSON.stringify(operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {})))
  expect(bodies).toContain('#/components/schemas/AccountRequest')
  expect(openapi(contracts, '1')).toEqual(openapi(contracts, '1'))
})
