import type { Brand } from '../brand.ts'

export const steading: Brand = {
  id: 'steading',
  title: 'Steading',
  neutral: [135, 0.006],
  accent: [208, 0.085],
  rail: [0.255, 0.035],
  radius: 5,
  logo: ['M3 12.2 14 4l11 8.2V25H3Z', 'M8.5 25V15.5M14 25v-12M19.5 25v-6.5'],
  picture: 'houses',
  claim: 'brand.steading.claim',
  sub: 'brand.steading.sub',
  hiddenSearchFields: [],
}
