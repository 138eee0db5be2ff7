import type { DeploymentStatus } from '@steading/contract/rules/rules'
import { expect, test } from 'vitest'
import { orderable } from './deployable.ts'

const rule = (deploymentStatus: DeploymentStatus, more: { isSystemRule?: boolean; runningVersion?: number | null } = {}) => ({
  terminal: null,
  deploymentStatus,
  isSystemRule: false,
  ruleVersion: 2,
  runningVersion: deploymentStatus === 'DEPLOYED' ? 2 : null,
  ...more,
})
const all = (['DEPLOYED', 'UNDEPLOYED', 'ERROR', 'PENDING_DEPLOY', 'PENDING_UNDEPLOY'] as const).map(one => rule(one))
const states = (rules: readonly { deploymentStatus: DeploymentStatus }[]) => rules.map(one => one.deploymentStatus)

test('a running rule is not deployed again, one at an earlier version is', () => {
  expect(states(orderable(all, true))).toEqual(['UNDEPLOYED', 'ERROR', 'PENDING_UNDEPLOY'])
  expect(states(orderable([rule('DEPLOYED', { runningVersion: 1 })], true))).toEqual(['DEPLOYED'])
})

test('an undeployed rule is not undeployed again', () => {
  expect(states(orderable(all, false))).toEqual(['DEPLOYED', 'ERROR', 'PENDING_DEPLOY'])
})

test('rules of the system are left to it', () => {
  expect(orderable([rule('UNDEPLOYED', { isSystemRule: true })], true)).toEqual([])
})

test('what runs on a retired box is not as it is wanted', () => {
  const terminal = { id: '1', displayName: 'QPL-01', timeZone: 'UTC', connected: false, retired: true }
  expect(orderable([{ ...rule('UNDEPLOYED'), terminal }], true)).toHaveLength(1)
})
