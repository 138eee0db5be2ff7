import { expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from './contracts.ts'
import type { Route } from './route.ts'

/** What changes something without editing it: orders to boxes, a token or a password that is replaced. */
const ORDERS = ['rules.deploy', 'rules.undeploy', 'rules.undeployOne', 'sessions.extend', 'users.password']

const puts = Object.entries(contracts).flatMap(([stem, routes]) =>
  Object.entries<Route>(routes)
    .filter(([, route]) => route.method === 'PUT')
    .map(([name, route]) => ({ name: `${stem}.${name}`, body: route.body })),
)
const carries = (body: z.ZodType | undefined) =>
  body instanceof z.ZodObject && 'version' in body.shape && !body.shape.version.safeParse(undefined).success

test('whatever edits says which version it edits', () =>
  expect(
    puts
      .filter(one => !carries(one.body))
      .map(one => one.name)
      .toSorted(),
  ).toEqual(ORDERS))
