import type { Brand } from '../brand.ts'
import { steading } from './steading.ts'

/** Steading without its colours, so that nobody takes it for the real one. */
export const staging: Brand = {
  ...steading,
  id: 'staging',
  title: 'Steading Staging',
  neutral: [250, 0.004],
  accent: [250, 0.03],
  rail: [0.3, 0.01],
}
