import { Contact, CreateUser } from '@steading/contract/users/users'
import { CreateEntity } from '@steading/contract/entities/entities'
import { dashboards } from '@steading/contract/widgets/dashboards'
import {
  DisplayName,
  EmailAddress,
  Instant,
  LabelledText,
  Password,
  PhoneNumber,
  flag,
  whole,
} from '@steading/contract/http/fields'
import { interfaces } from '@steading/contract/devices/interfaces'
import { type ProblemCode, check } from '@steading/contract/http/problem'
import { roles } from '@steading/contract/users/roles'
import { TimeOut, terminals } from '@steading/contract/devices/terminals'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { languages } from './languages.ts'
import { type TextKey, translators } from './text.ts'

const translatorsByLanguage = await translators()
const long = (length: number) => 'x'.repeat(length)

/** A farm as a form sends it, with one entry changed. */
const farm = (entry: object) => ({ type: 'FARM', parentId: '1', name: 'North', code: 'NO1', ...entry })
const company = (entry: object) => ({ type: 'ENTERPRISE', parentId: '1', name: 'North', code: 'NO', ...entry })
const RING = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
]
const person = { displayName: 'Ana Prado', shortName: 'Ana', email: 'ana@steading.example', roleId: '1', rootEntityId: '1' }
const newInterface = { terminalId: '1', entityId: '1', category: 'TEMPERATURE' }

interface Rule {
  readonly schema: z.ZodType
  /** The value where the rule stands in what is sent. */
  readonly of?: (value: unknown) => unknown
  readonly accepts: readonly unknown[]
  readonly refuses: readonly (readonly [value: unknown, field: string, code: ProblemCode])[]
}
const name = (of: (value: unknown) => unknown, schema: z.ZodType, field = 'displayName'): Rule => ({
  schema,
  of,
  accepts: ['Ana', long(50), '  Ana  '],
  refuses: [
    ['', field, 'required'],
    [' An ', field, 'tooShort'],
    [long(51), field, 'tooLong'],
    [undefined, field, 'required'],
    [7, field, 'type'],
  ],
})
const at = (schema: z.ZodType) => ({ schema: z.object({ at: schema }), of: (value: unknown) => ({ at: value }) })

/** The specification's rules of part 1 §5 that the contract holds, each with what it takes and what it refuses. */
const rules: Readonly<Record<string, Rule>> = {
  'the name of a person': name(displayName => ({ ...person, displayName }), CreateUser),
  'the name of a sensor': name(displayName => ({ ...newInterface, displayName }), interfaces.create.body),
  'the name of a dashboard': name(displayName => ({ displayName }), dashboards.create.body),
  'the name of a role': name(of => ({ name: of, permissions: [], entityId: '1' }), roles.create.body, 'name'),
  'any display name': { ...name(() => undefined, DisplayName, 'at'), ...at(DisplayName) },
  email: {
    ...at(EmailAddress),
    accepts: ['ana@steading.example', ' Ana.Prado+barn@Steading.Example '],
    refuses: [
      ['ana', 'at', 'email'],
      ['ana@', 'at', 'email'],
      ['@steading.example', 'at', 'email'],
      ['ana@steading..example', 'at', 'email'],
      [`${long(250)}@s.example`, 'at', 'tooLong'],
    ],
  },
  phone: {
    ...at(PhoneNumber),
    accepts: ['912345', '+351 912 345 678', '(0) 123-456', '1'.repeat(20)],
    refuses: [
      ['91234', 'at', 'phone'],
      ['1'.repeat(21), 'at', 'phone'],
      ['91234a', 'at', 'phone'],
      ['912.345', 'at', 'phone'],
    ],
  },
  'phone of a contact': {
    schema: Contact,
    of: phoneNumber => ({ type: 'WORK_PHONE_NUMBER', phoneNumber }),
    accepts: ['912345'],
    refuses: [['91234', 'phoneNumber', 'phone']],
  },
  password: {
    ...at(Password),
    accepts: ['aA1!xx', `aA1!${long(21)}`, `aA1!${long(124)}`],
    refuses: [
      ['aA1!x', 'at', 'tooShort'],
      [`aA1!${long(125)}`, 'at', 'tooLong'],
      ['AAAA1!', 'at', 'password'],
      ['aaaa1!', 'at', 'password'],
      ['aAaAa!', 'at', 'password'],
      ['aAaAa1', 'at', 'password'],
    ],
  },
  'farm code': {
    schema: CreateEntity,
    of: code => farm({ code }),
    accepts: ['NO1', 'no1', '123'],
    refuses: [
      ['NO', 'code', 'farmCode'],
      ['NO12', 'code', 'farmCode'],
      ['N-1', 'code', 'farmCode'],
      [null, 'code', 'farmCode'],
    ],
  },
  'enterprise code': {
    schema: CreateEntity,
    of: code => company({ code }),
    accepts: ['NO', '12'],
    refuses: [
      ['N', 'code', 'enterpriseCode'],
      ['NO1', 'code', 'enterpriseCode'],
      ['N ', 'code', 'enterpriseCode'],
      [undefined, 'code', 'enterpriseCode'],
    ],
  },
  'a code where none belongs': {
    schema: CreateEntity,
    of: code => farm({ type: 'SECTOR', code }),
    accepts: [null, ''],
    refuses: [['NO1', 'code', 'noCode']],
  },
  area: {
    schema: CreateEntity,
    of: area => farm({ area }),
    accepts: [0, 12.5, 9_999_999_999, 0.000_000_000_1, null],
    refuses: [
      [-1, 'area', 'tooSmall'],
      [1e10, 'area', 'area'],
      [0.000_000_000_15, 'area', 'area'],
      ['12', 'area', 'decimal'],
    ],
  },
  'the code on the label of a box': {
    schema: terminals.create.body,
    of: claimCode => ({ displayName: 'Box', entityId: '1', profile: 'FC-SMARTBOX-1', claimCode }),
    accepts: ['0123-4567-89AB-CDEF-GHJK-MNPQ-RS', 'oooo iiii llll 0000 1111 tttt zz', undefined],
    refuses: [
      ['0123-4567-89AB-CDEF-GHJK-MNPQ-RU', 'claimCode', 'claimCode'],
      ['0123-4567-89AB', 'claimCode', 'claimCode'],
      [long(65), 'claimCode', 'claimCode'],
    ],
  },
  'the boundary of an entity': {
    schema: CreateEntity,
    of: ring => farm({ areaBoundaries: JSON.stringify({ type: 'Polygon', coordinates: [ring] }) }),
    accepts: [RING, RING.toReversed()],
    refuses: [
      [RING.slice(0, 4), 'areaBoundaries', 'boundaries'],
      [[0, 2, 1, 3, 0].map(at => RING[at]), 'areaBoundaries', 'boundariesCross'],
    ],
  },
  latitude: {
    schema: CreateEntity,
    of: latitude => farm({ latitude, longitude: 1 }),
    accepts: [-90, 0, 38.7, 90],
    refuses: [
      [90.1, 'latitude', 'tooBig'],
      [-90.1, 'latitude', 'tooSmall'],
      [null, 'latitude', 'bothCoordinates'],
    ],
  },
  longitude: {
    schema: CreateEntity,
    of: longitude => farm({ longitude, latitude: 1 }),
    accepts: [-180, 180],
    refuses: [
      [180.1, 'longitude', 'tooBig'],
      [undefined, 'longitude', 'bothCoordinates'],
    ],
  },
  'terminal time-out': {
    ...at(TimeOut),
    accepts: [0, 43_200],
    refuses: [
      [-1, 'at', 'tooSmall'],
      [43_201, 'at', 'tooBig'],
      [1.5, 'at', 'whole'],
      ['60', 'at', 'decimal'],
    ],
  },
  'labelled text': { ...at(LabelledText), accepts: ['', long(150)], refuses: [[long(151), 'at', 'tooLong']] },
  'required labelled text': { ...at(LabelledText.min(1)), accepts: ['x'], refuses: [['  ', 'at', 'required']] },
  'date and time': {
    ...at(Instant),
    accepts: ['2026-02-28T10:00:00', '2026-02-28T10:00:00Z', '2026-02-28T10:00:00+02:00'],
    refuses: [
      ['2026-02-28', 'at', 'instant'],
      ['2026-02-28T25:00:00', 'at', 'instant'],
      ['yesterday', 'at', 'instant'],
    ],
  },
  'digits only, in a query': {
    ...at(whole(0, 99)),
    accepts: ['7', 7, '99'],
    refuses: [
      ['7.5', 'at', 'whole'],
      ['x', 'at', 'whole'],
      ['100', 'at', 'tooBig'],
    ],
  },
  'yes or no, in a query': { ...at(flag), accepts: ['true', 'false', true], refuses: [['yes', 'at', 'notOneOf']] },
  'web address': { ...at(z.url()), accepts: ['https://steading.example/a?b'], refuses: [['steading', 'at', 'url']] },
  'one of a list': {
    schema: CreateUser,
    of: language => ({ ...person, language }),
    accepts: ['pt-PT'],
    refuses: [['pt-BR', 'language', 'notOneOf']],
  },
  'at most so many': {
    schema: CreateUser,
    of: accessEntityIds => ({ ...person, accessEntityIds }),
    accepts: [[], ['1']],
    refuses: [
      [Array.from({ length: 201 }, () => '1'), 'accessEntityIds', 'tooMany'],
      [['x'], 'accessEntityIds.0', 'id'],
    ],
  },
  'at least so many': { ...at(z.array(z.string()).min(1)), accepts: [['a']], refuses: [[[], 'at', 'tooFew']] },
  'nothing that a call does not know': {
    schema: terminals.rename.body,
    of: extra => ({ displayName: 'Box 1', version: 1, ...(extra as object) }),
    accepts: [{}],
    refuses: [[{ uid: 'x' }, 'uid', 'unknownField']],
  },
}

describe.each(Object.entries(rules))('%s', (_, { schema, of = value => value, accepts, refuses }) => {
  test.each(accepts.map(value => [value] as const))('takes %j', value =>
    expect(check(schema, of(value))).toMatchObject({ ok: true }),
  )

  test.each(refuses)('refuses %j at %s as %s, in words of six languages', (value, field, code) => {
    const checked = check(schema, of(value))
    const problems = checked.ok ? [] : checked.problems
    expect(problems).toMatchObject([{ field, code }])
    const { values } = problems[0]!
    const words = languages.map(language => translatorsByLanguage[language](`invalid.${code}` satisfies TextKey, values))
    expect(new Set(words).size).toBe(languages.length)
    for (const limit of Object.values(values ?? {}))
      for (const sentence of words)
        expect(sentence.replaceAll(/[.,\s]/g, '')).toContain(
          String(limit)
            .replace(/^-/, '−')
            .replaceAll(/[.,\s]/g, ''),
        )
  })
})

test('what each refusal says', async () => {
  const codes = [...new Set(Object.values(rules).flatMap(({ refuses }) => refuses.map(([, , code]) => code)))].toSorted()
  const lines = codes.flatMap(code => [
    code,
    ...languages.map(
      language => `  ${language}  ${translatorsByLanguage[language](`invalid.${code}`, { min: 3, max: 50, options: 'A, B' })}`,
    ),
  ])
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('validation.said.txt')
})
