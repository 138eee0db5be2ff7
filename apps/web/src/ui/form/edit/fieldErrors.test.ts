import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { problems } from './fieldErrors.ts'

const t = await translator('en-US')
const schema = z.object({
  title: z.string().trim().min(1).max(5),
  name: z.string().min(3),
  email: z.email(),
  minutes: z.number().int().min(0).max(43_200),
  severity: z.enum(['LOW', 'MAJOR']),
  lines: z.array(z.object({ value: z.number() })).min(1),
})

test('answers a message for each invalid field', () => {
  const values = { title: '', name: 'ab', email: 'x', minutes: 43_201, severity: 'HIGH', lines: [{ value: undefined }] }
  expect(problems(schema, values, t)).toEqual({
    title: 'This field is required.',
    name: 'Use at least 3 characters.',
    email: 'Enter a valid email address.',
    minutes: 'Enter a value of at most 43,200.',
    severity: 'Not available. Choose from the list.',
    'lines.0.value': 'This field is required.',
  })
})

test('reports invalid numbers, fractions, long texts and empty lists', () => {
  const values = { title: 'longer', name: 'abc', email: 'a@b.pt', minutes: 1.5, severity: 'LOW', lines: [] }
  expect(problems(schema, values, t)).toEqual({
    title: 'Use at most 5 characters.',
    minutes: 'Enter a whole number.',
    lines: 'Choose or enter at least 1 item.',
  })
  expect(problems(schema.pick({ minutes: true }), { minutes: 'x' }, t)).toEqual({ minutes: 'Enter a number.' })
  expect(problems(schema.pick({ minutes: true }), { minutes: -1 }, t)).toEqual({ minutes: 'Enter a value of at least 0.' })
})

test('reports an empty field only as required', () => {
  expect(problems(schema.pick({ name: true, email: true }), { name: '', email: '' }, t)).toEqual({
    name: 'This field is required.',
    email: 'This field is required.',
  })
})

test('reports nothing for valid values', () => {
  expect(problems(schema.pick({ title: true }), { title: 'door' }, t)).toEqual({})
})
