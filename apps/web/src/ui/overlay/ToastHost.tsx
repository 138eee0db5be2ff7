import { IconCheck } from '@tabler/icons-react'
import { useStore } from '../../platform/store.ts'
import { toasts } from './toast.ts'
import './overlay.css'

/** The place of toasts; screen readers hear them when there is a pause. */
export function ToastHost() {
  const shown = useStore(toasts)
  return (
    <output className="toasts">
      {shown.map(one => (
        <div key={one.id} className="toast">
          <IconCheck size={18} aria-hidden />
          <div>
            <b>{one.title}</b>
            {one.text && <p>{one.text}</p>}
          </div>
        </div>
      ))}
    </output>
  )
}
