import type { Brand } from '../brand.ts'

export const livinglab: Brand = {
  id: 'livinglab',
  title: 'Living Lab',
  neutral: [165, 0.006],
  accent: [178, 0.08],
  rail: [0.25, 0.03],
  radius: 4,
  logo: ['M11 4h6M12.5 4v7L5 23.5c-.6 1 .1 1.5 1 1.5h16c.9 0 1.6-.5 1-1.5L15.5 11V4', 'M8.5 18h11'],
  picture: 'bus',
  claim: 'brand.livinglab.claim',
  sub: 'brand.livinglab.sub',
  hiddenSearchFields: [],
}
