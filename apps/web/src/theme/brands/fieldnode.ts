import type { Brand } from '../brand.ts'

export const fieldnode: Brand = {
  id: 'fieldnode',
  title: 'Fieldnode',
  neutral: [258, 0.008],
  accent: [258, 0.165],
  rail: [0.225, 0.02],
  radius: 3,
  logo: ['M4 14h20M9 14V7M19 14V7M14 14v8', 'M6.5 3.5h5V7h-5ZM16.5 3.5h5V7h-5ZM11.5 21h5v3.5h-5Z'],
  picture: 'bus',
  claim: 'brand.fieldnode.claim',
  sub: 'brand.fieldnode.sub',
  hiddenSearchFields: ['batchId'],
}
