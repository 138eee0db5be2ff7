import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuardedClient, RequestFailed } from './guardedRequest.ts'

/** A listener on every address of the machine, of which nothing may come near. */
let trap: Server
let port = 0
let connections = 0
beforeAll(async () => {
  trap = createServer(socket => {
    connections++
    socket.destroy()
  })
  await new Promise<void>(done => trap.listen(0, '::', done))
  port = (trap.address() as AddressInfo).port // safe: listening on TCP
})
afterAll(() => void trap.close())

/** Names that resolve to addresses of the machine itself, as a resolver of an attacker would. */
const RESOLVED: Readonly<Record<string, readonly string[]>> = {
  'loopback.example': ['127.0.0.1'],
  'loopback6.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'any.example': ['0.0.0.0'],
  'private.example': ['10.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'linklocal.example': ['fe80::1'],
  'unique.example': ['fd00::1'],
  'empty.example': [],
}
const client = createGuardedClient([], (hostname, done) => {
  const addresses = RESOLVED[hostname.replace(/\.$/, '')]
  if (!addresses) return done(new Error('ENOTFOUND'), [])
  done(
    null,
    addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
})

const HOSTS = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '017700000001'],
  ...['0', '0.0.0.0', '00.0.0.0', '127.0.0.1.', '１２７.0.0.1', '127。0。0。1', '①②⑦.0.0.1', '%31%32%37.0.0.1'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'],
  ...['[2002:7f00:1::]', '[2001:0:7f00:1::1]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]'],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'printer',
    'router.lan',
    'host.local',
    'db.internal',
    'ｌｏｃａｌｈｏｓｔ',
  ],
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '169.254.169.254', '198.18.0.1', '224.0.0.1'],
  ...['255.255.255.255', '2852039166', '0xa9fea9fe'],
  ...Object.keys(RESOLVED),
]
const URLS = [
  ...HOSTS.map(host => (at: number) => `https://${host}:${at}/`),
  (at: number) => `http://127.0.0.1:${at}/`,
  (at: number) => `http://example.com:${at}/`,
  (at: number) => `https://user:password@127.0.0.1:${at}/`,
  (at: number) => `https://example.com@127.0.0.1:${at}/`,
  (at: number) => `https://example.com:443@127.0.0.1:${at}/`,
  (at: number) => `https://127.0.0.1:${at}#@example.com/`,
  (at: number) => `https:\\\\127.0.0.1:${at}\\`,
  (at: number) => `gopher://127.0.0.1:${at}/`,
  (at: number) => `ftp://127.0.0.1:${at}/`,
  () => 'file:///etc/passwd',
  () => 'data:text/plain,x',
  () => 'javascript:alert(1)',
  (at: number) => `//127.0.0.1:${at}/`,
]

test('lists at least 60 forms', () => expect(URLS.length).toBeGreaterThanOrEqual(60))

test.each(URLS.map(url => [url(1), url] as const))('refuses %s', async (_, url) => {
  await expect(client.post(url(port), '{}', {})).rejects.toBeInstanceOf(RequestFailed)
})

test('lets no connection through to the trap', () => expect(connections).toBe(0))

test('requests an address of the networks of the operator', async () => {
  const before = connections
  await expect(createGuardedClient(['127.0.0.0/8']).post(`http://127.0.0.1:${port}/`, '{}', {})).rejects.toThrow('ECONNRESET')
  expect(connections).toBe(before + 1)
  // By https alone where the address is a name.
  expect(() => createGuardedClient(['127.0.0.0/8']).check('http://receiver.example/')).toThrow('not an https address')
})

test('accepts public https addresses', () => {
  for (const url of [
    'https://receiver.example/path?x=1',
    'https://93.184.216.34/',
    'https://[2606:4700::1]/',
    'https://münchen.example/',
  ])
    expect(client.check(url)).toBeInstanceOf(URL)
})
