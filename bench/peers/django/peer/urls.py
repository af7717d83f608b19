from django.urls import path

from . import views

urlpatterns = [
    path("api/alignments/<int:id>/segments/", views.SegmentList.as_view()),
    path("api/videos/", views.VideoList.as_view()),
    path("api/videos/progress/save/", views.SaveProgress.as_view()),
    path("api/videos/<int:id>/", views.VideoDetail.as_view()),
]
