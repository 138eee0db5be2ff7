import { expect, test } from 'vitest'
import { inGsm, partsOf } from './gsmAlphabet.ts'

test.each([
  [
    'Critical: “Too hot”, Paul | House 1. 33,3\u00A0°C – since 11:00…',
    'Critical: "Too hot", Paul | House 1. 33,3 C - since 11:00...',
  ],
  ['Kritisch: Zu heiß, Stall Müller. 33,3 °C', 'Kritisch: Zu heiß, Stall Müller. 33,3 C'],
  ['Pavilhão 2: “quente”, avó, coração, maçã, Łódź, cœur, àéñß', 'Pavilhao 2: "quente", avo, coracao, maca, Lodz, coeur, àéñß'],
  // A letter of another script would cost as much with the marks as without.
  ['Pavilhão “Ω—ψ”', 'Pavilhão “Ω—ψ”'],
  ['Συναγερμός: 33,3 °C', 'Συναγερμός: 33,3 °C'],
])('writes %s as %s', (text, sent) => expect(inGsm(text)).toBe(sent))

test.each([
  ['160 letters', 'a'.repeat(160), 1],
  ['161 letters', 'a'.repeat(161), 2],
  ['306 letters', 'a'.repeat(306), 2],
  ['307 letters', 'a'.repeat(307), 3],
  ['a letter that takes two places', `${'a'.repeat(159)}|`, 2],
  ['70 letters of another script', 'ω'.repeat(70), 1],
  ['71 letters of another script', 'ω'.repeat(71), 2],
])('counts the parts of %s', (_, text, parts) => expect(partsOf(text)).toBe(parts))
