from django.db.models import Exists, F, IntegerField, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework import exceptions, generics, pagination, response, views
from rest_framework.utils.urls import replace_query_param

from .models import Alignment, PracticeLanguage, Progress, Segment, Video
from .serializers import PlaceSerializer, PracticeVideoSerializer, SegmentSerializer, VideoSerializer

OPEN = Q(trashed_at__isnull=True, published=True) & (
    Q(youtube_id__isnull=False) | Q(media_key__isnull=False)
)


class Pages(pagination.PageNumberPagination):
    def get_previous_link(self):
        # The usual one names no page where it is the first.
        if not self.page.has_previous():
            return None
        return replace_query_param(
            self.request.build_absolute_uri(), self.page_query_param, self.page.previous_page_number()
        )


class PagesOfSegments(Pages):
    page_size = 20


class PagesOfVideos(Pages):
    page_size = 24


class SegmentList(generics.ListAPIView):
    serializer_class = SegmentSerializer
    pagination_class = PagesOfSegments

    def get_queryset(self):
        open_video = Video.objects.filter(OPEN, subtitle__alignment=self.kwargs["id"])
        get_object_or_404(open_video)
        return Segment.objects.filter(alignment_id=self.kwargs["id"]).order_by("position")


class VideoList(generics.ListAPIView):
    serializer_class = PracticeVideoSerializer
    pagination_class = PagesOfVideos

    def get_queryset(self):
        user = self.request.user
        practised = PracticeLanguage.objects.filter(user=user, language=OuterRef("original_language"))
        aligned = Alignment.objects.filter(id=OuterRef("latest_alignment_id"))
        places = Progress.objects.filter(user=user, video=OuterRef("id"))
        return (
            Video.objects.filter(OPEN)
            .annotate(
                practised=Exists(practised),
                segment_count=Subquery(aligned.values("segment_count")[:1]),
                last_segment=Coalesce(
                    Subquery(places.values("last_segment")[:1]), Value(0), output_field=IntegerField()
                ),
            )
            .order_by(F("practised").desc(), F("id").desc())
        )


class VideoDetail(generics.RetrieveAPIView):
    serializer_class = VideoSerializer
    lookup_field = "id"
    queryset = Video.objects.filter(OPEN)


class SaveProgress(views.APIView):
    def post(self, request):
        serializer = PlaceSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        place = serializer.validated_data
        video = get_object_or_404(Video.objects.filter(OPEN), id=place["video_id"])
        if not Alignment.objects.filter(id=place["alignment_id"], subtitle__video=video).exists():
            raise exceptions.ValidationError({"alignment_id": ["This is not an alignment of the video."]})
        at = place["last_segment"]
        starts = Segment.objects.filter(alignment_id=place["alignment_id"]).order_by("position")
        start = starts.values_list("start_ms", flat=True)[at : at + 1].first()
        if start is None:
            raise exceptions.ValidationError({"last_segment": ["The video has no segment with this number."]})
        kept = {
            "alignment_id": place["alignment_id"],
            "last_segment": at,
            "start_ms": start,
            "updated_at": timezone.now(),
        }
        mine = Progress.objects.filter(user=request.user, video=video)
        if not mine.update(**kept):
            Progress.objects.bulk_create([Progress(user=request.user, video=video, **kept)])
        return response.Response({"last_segment": at})
