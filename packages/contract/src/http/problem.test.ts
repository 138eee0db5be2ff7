import { expect, test } from 'vitest'
import { z } from 'zod'
import { EmailAddress, Id, Instant, Password, many, whole } from './fields.ts'
import { check } from './problem.ts'

const KIND = z.discriminatedUnion('kind', [z.object({ kind: z.literal('A') }), z.object({ kind: z.literal('B') })])

test.each<[string, z.ZodType, unknown, unknown]>([
  ['nothing', z.string(), undefined, { code: 'required' }],
  ['null', z.number(), null, { code: 'required' }],
  ['a blank entry', z.number(), '', { code: 'required' }],
  ['no option', z.enum(['A', 'B']), '', { code: 'required' }],
  ['another option', z.enum(['A', 'B']), 'C', { code: 'notOneOf', values: { options: 'A, B' } }],
  ['another kind', KIND, { kind: 'C' }, { field: 'at.kind', code: 'notOneOf', values: { options: 'A, B' } }],
  ['no kind', KIND, {}, { field: 'at.kind', code: 'required' }],
  ['an empty text', z.string().min(1), '', { code: 'required' }],
  ['an empty name', z.string().trim().min(3), ' ', { code: 'required' }],
  ['an empty address', EmailAddress, ' ', { code: 'required' }],
  ['an empty password', Password, '', { code: 'required' }],
  ['an empty id', Id, '', { code: 'required' }],
  ['an empty code', z.string().regex(/^a/), '', { code: 'required' }],
  ['a short text', z.string().min(3), 'ab', { code: 'tooShort', values: { min: 3 } }],
  ['a long text', z.string().max(3), 'abcd', { code: 'tooLong', values: { max: 3 } }],
  ['too little', z.number().min(3), 2, { code: 'tooSmall', values: { min: 3 } }],
  ['too much', z.number().max(3), 4, { code: 'tooBig', values: { max: 3 } }],
  ['too few', z.array(z.string()).min(1), [], { code: 'tooFew', values: { min: 1 } }],
  ['too many', z.array(z.string()).max(1), ['a', 'b'], { code: 'tooMany', values: { max: 1 } }],
  ['half a piece', z.int(), 1.5, { code: 'whole' }],
  ['a text for a figure', z.number(), 'x', { code: 'decimal' }],
  ['a figure for a text', z.string(), 1, { code: 'type' }],
  ['no address', z.email(), 'x', { code: 'email' }],
  ['no web address', z.url(), 'x', { code: 'url' }],
  ['a wrong pattern', z.string().regex(/^a/), 'b', { code: 'format' }],
  ['no id', Id, '0', { code: 'id' }],
  ['no day', Instant, '2026-02-30T25:00:00', { code: 'instant' }],
  ['no whole number of a query', whole(0, 9), '1.5', { code: 'whole' }],
  ['none of the alternatives', z.union([z.literal(1), z.string().min(3)]), 'ab', { code: 'tooShort', values: { min: 3 } }],
])('%s', (_, schema, value, problem) => {
  expect(check(z.object({ at: schema }), { at: value })).toEqual({
    ok: false,
    problems: [{ field: 'at', ...(problem as object) }],
  })
})

test('a parameter that came twice is told so, a list is not, and a body never', () => {
  const query = z.object({ currentPage: whole(0, 9), order: z.enum(['ASC', 'DESC']), search: z.string(), ids: many(Id) })
  const given = { currentPage: ['0', '1'], order: ['ASC', 'ASC'], search: ['a', 'b'], ids: ['1', '0'] }
  const codes = (place: string) => {
    const checked = check(query, given, place)
    return checked.ok ? [] : checked.problems.map(({ field, code }) => [field, code])
  }
  expect(codes('query')).toEqual([['currentPage', 'twice'], ['order', 'twice'], ['search', 'twice'], ['ids.1', 'id']]) // prettier-ignore
  expect(codes('body')).not.toContainEqual(['currentPage', 'twice'])
})

test('fields are named by their path, unknown ones too, and the whole by its place', () => {
  const schema = z.strictObject({ lines: z.array(z.object({ value: z.number() })) })
  expect(check(schema, { lines: [{}], more: 1 })).toEqual({
    ok: false,
    problems: [
      { field: 'lines.0.value', code: 'required' },
      { field: 'more', code: 'unknownField' },
    ],
  })
  expect(check(schema, [], 'body')).toEqual({ ok: false, problems: [{ field: 'body', code: 'type' }] })
})

test.each([
  ['a NUL', { name: 'a\u0000b' }, 'name'],
  ['half a character', { name: 'a\uD800' }, 'name'],
  ['one further in', { lines: [{ text: 'fine' }, { text: '\u0000' }] }, 'lines.1.text'],
  ['one in a name', { 'a\u0000': 1 }, 'body'],
])('%s is no text', (_, value, field) =>
  expect(check(z.looseObject({}), value, 'body')).toEqual({ ok: false, problems: [{ field, code: 'format' }] }),
)

test('a text with any other letter, and what is no plain data, is left to its schema', () => {
  const value = { name: 'Ærøskøbing 🐔\n', at: new Date(0), bytes: new Uint8Array(2) }
  expect(check(z.looseObject({}), value)).toEqual({ ok: true, value })
})
