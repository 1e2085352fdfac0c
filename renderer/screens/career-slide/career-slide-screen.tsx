import type { ReactNode } from 'react';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { careerSlideForm } from './career-slide-form.ts';

/** What the public career page opens with (section 2.19): one slide, with room to be read whole. */
export function CareerSlideScreen(): ReactNode {
  return (
    <ListScreen
      entity="careerSlide"
      list="careerSlides"
      heading="Career Slide"
      failure="Failed to fetch careers"
      searchLabel="Search career slides"
      actionHeading="Actions"
      lines={3}
      form={careerSlideForm}
    />
  );
}
