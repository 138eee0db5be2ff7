import type { Brand } from '../brand.ts'

export const staging: Brand = {
  id: 'staging',
  title: 'Steading Staging',
  neutral: [250, 0.004],
  accent: [250, 0.03],
  rail: [0.3, 0.01],
  radius: 5,
  logo: ['M3 12.2 14 4l11 8.2V25H3Z', 'M8.5 25V15.5M14 25v-12M19.5 25v-6.5'],
  picture: 'houses',
  claim: 'brand.steading.claim',
  sub: 'brand.steading.sub',
  hiddenSearchFields: [],
}
