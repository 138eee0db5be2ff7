import { languages } from '@steading/locales/languages'
import { type Texts, translate } from '@steading/locales/text'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { found } from '../ui/shell/navigation/targets.ts'
import { built } from './built.ts'
import { type Who, screens, screensInAllWords } from './jump.ts'
import { pageOf, pagePaths } from '../platform/navigation/paths.ts'

const translatorOf = (language: (typeof languages)[number]) => {
  const texts: Texts = JSON.parse(readFileSync(`packages/locales/src/${language}.json`, 'utf8'))
  return translate(language, texts)
}
const english = translatorOf('en-US')
const nothing = () => undefined
const root: Who = { may: () => true, rootType: 'ROOT', signOut: nothing, paint: nothing }
const first = (typed: string, who = root, t = english) => {
  const [hit] = found(screens(who, undefined, t), typed)
  return hit && ('href' in hit ? hit.href : hit.name)
}

test.each([
  ['new farm', '/system/entities/create?type=FARM'],
  ['create user', '/system/users/create'],
  ['add smart box', '/system/terminals/create'],
  ['new alarm', '/rules/alarms/create'],
  ['rules', '/rules'],
  ['drill', '/drills'],
  ['my preferences', '/settings/profile'],
  ['language', '/settings/profile'],
  ['change password', '/settings/profile?tab=security'],
  ['notifications', '/settings/profile?tab=notifications'],
  ['sign out', 'Sign out'],
  ['log out', 'Sign out'],
  ['entities', '/system/entities'],
  ['farms', '/system/entities'],
  ['people', '/system/users'],
  ['dark', 'Appearance: Dark'],
  ['theme dark', 'Appearance: Dark'],
  ['heart', '/system/heartbeat'],
  ['heartbeat', '/system/heartbeat'],
])('“%s” finds %s', (typed, expected) => expect(first(typed)).toBe(expected))

test('each language finds the commands by its own words', () => {
  expect(first('neuer benutzer', root, translatorOf('de-DE'))).toBe('/system/users/create')
  expect(first('criar exploração', root, translatorOf('pt-PT'))).toBe('/system/entities/create?type=FARM')
  for (const language of languages) {
    const t = translatorOf(language)
    expect(first(t('user.new'), root, t)).toBe('/system/users/create')
    expect(first(t('ui.signOut'), root, t)).toBe(t('ui.signOut'))
  }
})

test.each([
  ['pt-PT', 'tema escuro', 'entidades', 'batimento'],
  ['es-ES', 'tema oscuro', 'entidades', 'latido'],
  ['fr-FR', 'thème sombre', 'entités', 'battement'],
  ['de-DE', 'thema dunkel', 'betriebe', 'herzschlag'],
  ['el-GR', 'θέμα σκουρόχρωμη', 'οντότητες', 'παλμός'],
] as const)('in %s they are found by what people call them', (language, dark, entities, heartbeat) => {
  const t = translatorOf(language)
  expect(first(dark, root, t)).toBe(`${t('shell.scheme')}: ${t('shell.scheme.dark')}`)
  expect(first(entities, root, t)).toBe('/system/entities')
  expect(first(heartbeat, root, t)).toBe('/system/heartbeat')
})

test('what is made is made at the place one looks at', () => {
  const [hit] = found(screens(root, '7', english), 'new house')
  expect(hit).toMatchObject({ href: '/system/entities/create?type=SECTOR&parentId=7', name: 'New entity: House or room' })
})

test('finds no command without its permission', () => {
  const reader: Who = { ...root, may: asked => ['users.read', 'entities.read'].includes([asked].flat().join()) }
  expect(first('users', reader)).toBe('/system/users')
  for (const typed of ['create user', 'new farm', 'rules', 'drill']) expect(first(typed, reader)).toBeUndefined()
  expect(first('sign out', reader)).toBe('Sign out')
})

test('below a farm there are rooms to make, and no farm', () => {
  const farmer: Who = { ...root, rootType: 'FARM' }
  expect(first('new farm', farmer)).toBeUndefined()
  expect(first('new room', farmer)).toBe('/system/entities/create?type=SECTOR')
})

test('every page on which something is made is found by a name', () => {
  const alike = new Set(['/system/helpdesk/create'])
  const creating = pagePaths.filter(path => built[path] && path.endsWith('/create') && !path.includes('{'))
  expect(creating.length).toBeGreaterThan(10)
  expect(creating.filter(path => !pageOf(path).title && !alike.has(path))).toEqual([])
})

test('what is made is done by its name: nothing signs out by itself', () => {
  let ended = 0
  const [hit] = found(screens({ ...root, signOut: () => ended++ }, undefined, english), 'sign out')
  expect(ended).toBe(0)
  if (hit && 'act' in hit) hit.act()
  expect(ended).toBe(1)
})

test('screens are found by the words of any language, and shown in the own one', () => {
  const others = languages.filter(language => language !== 'en-US').map(translatorOf)
  const all = screensInAllWords(root, undefined, english, others)
  for (const typed of ['regras', 'regeln', 'κανόνες']) {
    const [hit] = found(all, typed)
    expect([hit && 'href' in hit && hit.href, hit?.name]).toEqual(['/rules', english('nav.rules')])
  }
})
