import { expect, test } from 'vitest'
import { webAddressFault } from './webAddress.ts'

test.each([
  '',
  '  ',
  'https://example.com',
  ' http://192.168.0.8:8080/a?b#c ',
  'HTTPS://example.com',
  'https://münchen.example/ä',
])('%j is a web address', text => expect(webAddressFault(text)).toBeUndefined())

test.each([
  'javascript:alert(1)',
  'JavaScript://example.com/%0aalert(1)',
  'data:text/html,x',
  'ftp://example.com',
  'mailto:a@b.pt',
])('%j leads elsewhere than to the web', text => expect(webAddressFault(text)).toBe('scheme'))

test.each(['example.com', 'https:example.com', 'https://', 'https:///a', 'https://exa mple.com', 'https://[', '//example.com'])(
  '%j is not complete',
  text => expect(webAddressFault(text)).toBe('form'),
)
