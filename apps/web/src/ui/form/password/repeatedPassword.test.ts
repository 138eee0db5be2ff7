import { Password } from '@steading/contract/http/fields'
import { check } from '@steading/contract/http/problem'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { repeated } from './repeatedPassword.ts'

const schema = repeated({ name: z.string().min(1), password: Password })

test.each([
  [{ name: 'a', password: 'Abc-123', repeat: 'Abc-123' }, []],
  [{ name: 'a', password: 'Abc-123', repeat: 'Abc-124' }, [['repeat', 'differ']]],
  [{ name: 'a', password: 'Abc-123', repeat: '' }, [['repeat', 'differ']]],
  [
    { name: '', password: 'Abc-123', repeat: 'x' },
    [
      ['name', 'required'],
      ['repeat', 'differ'],
    ],
  ],
])('%j', (typed, wrong) => {
  const found = check(schema, typed)
  expect(found.ok ? [] : found.problems.map(({ field, code }) => [field, code])).toEqual(wrong)
})
