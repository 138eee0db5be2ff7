// Breaks the rules of the house on purpose: it enters another slice past its door. The check fails unless this is caught.
import { inner } from '../events/events.ts'

export const wrong = inner
