import { useStore } from '../../platform/store.ts'
import { lazyComponent } from '../lazy/lazyComponent.tsx'
import { type OpenDialog, questions } from './dialogs.ts'
import './overlay.css'

const Dialog = lazyComponent<{ asked: OpenDialog }>(() => import('./Dialog.tsx'), 'overlay')

/** Container of confirmation and error dialogs, one at a time. */
export function DialogHost() {
  const [asked] = useStore(questions)
  return asked ? <Dialog asked={asked} /> : null
}
