import type { Brand } from '../brand.ts'

export const montado: Brand = {
  id: 'montado',
  title: 'Montado',
  neutral: [60, 0.008],
  accent: [52, 0.085],
  rail: [0.28, 0.035],
  radius: 6,
  logo: ['M14 25V13', 'M14 17c-4 0-9-1-9-6s4-7 9-7 9 2 9 7-5 6-9 6Z', 'M8 25h12'],
  picture: 'plain',
  claim: 'brand.montado.claim',
  sub: 'brand.montado.sub',
  hiddenSearchFields: ['batchId', 'contact'],
}
