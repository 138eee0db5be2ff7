import { expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '../contracts.ts'
import type { Route } from './route.ts'
import { ChangedRuleOf } from '../rules/rules.ts'

/**
 * What changes something without editing it: members that are put in or taken out, what is closed with many, orders to boxes, a token or a password that
 * is replaced, a switch, an answer that counts as it was last given.
 */
const ORDERS = [
  'dashboards.addFavourite',
  'dashboards.removeFavourite',
  'dashboards.setHomepage',
  'earlyWarning.answer',
  'earlyWarning.setHouse',
  'events.quickClose',
  'groups.setRules',
  'reports.retry',
  'rules.cancel',
  'rules.deploy',
  // Judges each entry by itself, by ChangedRuleOf.
  'rules.editMany',
  'rules.undeploy',
  'rules.undeployOne',
  'sessions.extend',
  'users.password',
]

const puts = Object.entries(contracts).flatMap(([stem, routes]) =>
  Object.entries<Route>(routes)
    .filter(([, route]) => route.method === 'PUT')
    .map(([name, route]) => ({ name: `${stem}.${name}`, body: route.body })),
)
const carries = (body: unknown): boolean =>
  body instanceof z.ZodObject &&
  ('version' in body.shape
    ? !(body.shape as { version: z.ZodType }).version.safeParse(undefined).success // safe: it is there
    : // Several at once: each its own.
      Object.values(body.shape).some(part => part instanceof z.ZodArray && carries(part.element)))

test('each of several rules says which version it edits', () => expect(carries(ChangedRuleOf)).toBe(true))

test('whatever edits says which version it edits', () =>
  expect(
    puts
      .filter(put => !carries(put.body))
      .map(put => put.name)
      .toSorted(),
  ).toEqual(ORDERS))
