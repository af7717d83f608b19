import { HALVES } from '../material/texts.ts';
import type { TurnHalf } from './spoken-lines.ts';

const [seen, unseen] = HALVES.map(({ texts }) => texts.slice(0, 14)) as [string[], string[]];

export const TURN_HALVES: TurnHalf[] = [
  {
    name: 'seen',
    seed: 5,
    prompts: ['it_IT_m_Carlo', 'es_MX_f_Allison'],
    readings: ['de'],
    synthetic: [
      { voice: 'en-us', learner: 'slt', flite: true, texts: seen },
      {
        voice: 'pt-br',
        learner: 'pt-br+f2',
        texts: [
          'O meu irmão trabalha numa loja perto da estação',
          'Você pode me dizer onde fica o banheiro',
          'Amanhã vamos à praia com os nossos amigos',
          'Ela comprou três maçãs e um pão bem quente',
          'O trem para o norte sai às sete da manhã',
          'Não sei o que aconteceu com a carta',
          'As crianças jogavam bola no quintal',
          'Este vinho é mais caro do que o outro',
        ],
      },
    ],
  },
  {
    name: 'blind',
    seed: 70_001,
    prompts: ['fr_CA_f_June', 'ru_RU_f_IvrvoiceRU'],
    readings: ['es'],
    synthetic: [
      { voice: 'en-gb+m3', learner: 'rms', flite: true, texts: unseen },
      {
        voice: 'sv',
        learner: 'sv+f4',
        texts: [
          'Min syster bor i ett litet hus vid havet',
          'Kan du hjälpa mig att bära den här lådan',
          'Tåget till Stockholm går klockan halv åtta',
          'Han glömde sina nycklar på köksbordet igen',
          'Vi åt middag hos grannarna i söndags',
          'Boken som du letar efter ligger på hyllan',
          'Det regnade hela dagen så vi stannade hemma',
          'Jag har aldrig sett en så vacker trädgård',
        ],
      },
    ],
  },
];
