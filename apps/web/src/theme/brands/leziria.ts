import type { Brand } from '../brand.ts'

export const leziria: Brand = {
  id: 'leziria',
  title: 'Lezíria',
  neutral: [85, 0.009],
  accent: [118, 0.095],
  rail: [0.3, 0.04],
  radius: 8,
  logo: ['M3 9.5c5-4 9 3 13.5 0S23 7 25 8.5', 'M3 16c5-4 9 3 13.5 0S23 13.5 25 15', 'M3 22.5c5-4 9 3 13.5 0S23 20 25 21.5'],
  picture: 'plain',
  claim: 'brand.leziria.claim',
  sub: 'brand.leziria.sub',
  hiddenSearchFields: ['contact'],
}
