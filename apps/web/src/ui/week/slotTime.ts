import type { WallInterval } from '@steading/contract/rules/schedule'
import type { Translate } from '@steading/locales/text'

const clockWords = (time: string): string => time.replace(/:00$/, '')

/** "06:00–21:59:59", with its last second as it was entered. */
export const slotTime = ({ startTime, endTime }: WallInterval, t: Translate): string =>
  startTime === '00:00:00' && endTime === '23:59:59' ? t('scheduler.allDay') : `${clockWords(startTime)}–${clockWords(endTime)}`
