import { expect, test } from 'vitest'
import { isLocalCaller, isNetwork, proxyTrust } from './proxies.ts'

test.each([
  ['10.1.2.3', true],
  ['10.0.0.0/8', true],
  ['fd00::/8', true],
  ['::1', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['proxy.example', false],
  ['', false],
])('%j as a network: %j', (text, expected) => expect(isNetwork(text)).toBe(expected))

test('trusts the addresses of the listed networks alone', () => {
  const trusts = proxyTrust({ TRUSTED_PROXIES: ['10.0.0.0/8', '::1', '192.168.1.7'] })
  for (const address of ['10.255.0.1', '::ffff:10.0.0.1', '::1', '192.168.1.7']) expect(trusts(address)).toBe(true)
  for (const address of ['11.0.0.1', '::2', '192.168.1.8', 'unknown', '']) expect(trusts(address)).toBe(false)
  expect(proxyTrust({ TRUSTED_PROXIES: undefined })('127.0.0.1')).toBe(false)
})

test.each([
  ['127.0.0.1', {}, {}, true],
  ['10.0.0.1', {}, {}, false],
  ['127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, {}, false],
  ['127.0.0.1', {}, { TLS_TERMINATED_ELSEWHERE: true }, false],
  ['127.0.0.1', {}, { TLS_TERMINATED_ELSEWHERE: true, TRUSTED_PROXIES: ['10.0.0.1'] }, true],
])('caller %s with %j under %j is local: %j', (ip, headers, settings, expected) =>
  expect(isLocalCaller({ ip, headers }, { TLS_TERMINATED_ELSEWHERE: false, TRUSTED_PROXIES: undefined, ...settings })).toBe(
    expected,
  ),
)
