import { IconCheck } from '@tabler/icons-react'
import { useStore } from '../../platform/store.ts'
import { toasts } from './toast.ts'
import './overlay.css'

/** Container of toasts, a polite live region. */
export function ToastHost() {
  const shown = useStore(toasts)
  return (
    <output className="toasts">
      {shown.map(toast => (
        <div key={toast.id} className="toast">
          <IconCheck size={18} aria-hidden />
          <div>
            <b>{toast.title}</b>
            {toast.text && <p>{toast.text}</p>}
          </div>
        </div>
      ))}
    </output>
  )
}
