import { expect, test } from 'vitest'
import { isNetwork } from './networks.ts'
import { isLocalCaller, limitNetwork, proxyTrust } from './proxies.ts'

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

test('trusts only the addresses of the listed networks', () => {
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
  ['127.0.0.1', { forwarded: 'for=203.0.113.9' }, { TRUSTED_PROXIES: ['10.0.0.1'] }, false],
])('caller %s with %j under %j is local: %j', (ip, headers, settings, expected) =>
  expect(isLocalCaller({ ip, headers }, { TLS_TERMINATED_ELSEWHERE: false, TRUSTED_PROXIES: undefined, ...settings })).toBe(
    expected,
  ),
)

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:1::22', '2001:db8:1:1::/64'],
  ['2001:DB8:1:0001:ffff::1', '2001:db8:1:1::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('counts %j as %j', (address, expected) => expect(limitNetwork(address)).toBe(expected))
