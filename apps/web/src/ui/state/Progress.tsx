import { useText } from '../../platform/texts.tsx'
import './state.css'

/** Long work under its name, with how many are done and how many were refused. */
export function Progress({ name, done, refused = 0, total }: { name: string; done: number; refused?: number; total: number }) {
  const t = useText()
  return (
    <div className="progress">
      <span>{name}</span>
      <b className="num">{refused > 0 ? t('ui.progressDone', { done, refused }) : t('ui.progress', { done, total })}</b>
      <progress aria-label={name} value={done + refused} max={Math.max(total, 1)} />
    </div>
  )
}
