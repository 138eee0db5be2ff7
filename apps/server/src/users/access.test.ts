import { expect, test } from 'vitest'
import { accessAt } from './access.ts'

test.each([
  [['1.2'], '1.2', 'FULL'],
  [['1.2'], '1.2.3', 'FULL'],
  [['1.2.3'], '1.2', 'PART'],
  [['1.2.3', '1.4'], '1.4.5', 'FULL'],
  [['1.2'], '1.20', 'NONE'],
  [['1.20'], '1.2', 'NONE'],
  [['1.2'], '1.3', 'NONE'],
  [[''], '1.2', 'FULL'],
  [[], '1', 'NONE'],
] as const)('a user with scope %j has access to %s: %s', (scope, path, access) => expect(accessAt(scope, path)).toBe(access))
