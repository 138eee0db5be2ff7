import { SkeletonValue } from '../ui/state/Skeletons.tsx'
import './widgets.css'

/** In the place of a tile that is on its way: what it is called comes with what it shows. */
export const WidgetSkeleton = () => (
  <div className="widget" aria-hidden>
    <div className="w-body">
      <SkeletonValue />
    </div>
  </div>
)
