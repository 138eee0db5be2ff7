import { useStore } from '../../platform/store.ts'
import { later } from '../later/later.tsx'
import { type Asked, questions } from './dialogs.ts'
import './overlay.css'

const Dialog = later<{ asked: Asked }>(() => import('./Dialog.tsx'), 'overlay')

/** The place of confirmations and error dialogs, one at a time. */
export function DialogHost() {
  const [asked] = useStore(questions)
  return asked ? <Dialog asked={asked} /> : null
}
