import type { Brand } from '../brand.ts'

export const vale: Brand = {
  id: 'vale',
  title: 'Avícola do Vale',
  neutral: [285, 0.006],
  accent: [292, 0.11],
  rail: [0.26, 0.045],
  radius: 8,
  logo: ['M4 20c3-8 7-8 10-3 3-5 7-5 10 3', 'M4 25h20', 'M14 4v5M9.5 6.5 12 10M18.5 6.5 16 10'],
  picture: 'houses',
  claim: 'brand.vale.claim',
  sub: 'brand.vale.sub',
  hiddenSearchFields: ['contact', 'cause', 'origin'],
}
